import assert from "node:assert/strict";
import { test } from "node:test";

import { turningPoint } from "../../src/beachhead/web/static/js/advice.js";

test("the turning point is where the chance changed most", () => {
  assert.equal(turningPoint([0.5, 0.55, 0.2, 0.3]), 2);
});

test("a game that goes on as it began has none", () => {
  assert.equal(turningPoint([0.5, 0.55, 0.5]), 0);
  assert.equal(turningPoint([0.5]), 0);
});
