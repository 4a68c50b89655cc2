import assert from "node:assert/strict";
import { test } from "node:test";

import { sliced } from "../../src/beachhead/web/static/js/counters.js";

test("a drawing is cut into its layers and the pieces in them", () => {
  const one = '<g id="unit-1" class="counter"><title>1 &lt; 2</title><g><rect x="1"/></g></g>';
  const two = '<g id="unit-2" class="counter"><text>5<tspan>-3</tspan></text></g>';
  const units = `<g id="units" class="layer">${one}\n${two}\n</g>`;
  const drawing = `${units}\n<g id="held"/>\n<g id="marks"><circle r="2"/>\n</g>`;
  assert.deepEqual(sliced(drawing), [
    { open: '<g id="units" class="layer">', pieces: [one, two] },
    { open: '<g id="marks">', pieces: ['<circle r="2"/>'] },
  ]);
});

test("counters that are in no layer are in one of their own", () => {
  const one = '<g id="unit-1" class="counter us"><rect/></g>';
  const two = '<g id="unit-2" class="counter"/>';
  assert.deepEqual(sliced(`${one}\n${two}`), [{ open: "<g>", pieces: [one, two] }]);
  assert.deepEqual(sliced(""), []);
});
