import assert from "node:assert/strict";
import { test } from "node:test";

import { against, turningPoint } from "../../src/beachhead/web/static/js/advice.js";

test("the turning point is where the chance changed most", () => {
  assert.equal(turningPoint([0.5, 0.55, 0.2, 0.3]), 2);
});

test("a game that goes on as it began has none", () => {
  assert.equal(turningPoint([0.5, 0.55, 0.5]), 0);
  assert.equal(turningPoint([0.5]), 0);
});

/** A reading of two seats. */
function reading(us, them, chance = null) {
  return { standings: { us: { chance, points: us }, them: { chance, points: them } } };
}

test("who stands alike at all times plays together", () => {
  assert.equal(against([reading(0, 0), reading(-4.7, -4.7)], "us", "them"), false);
  assert.equal(against([reading(0, 0), reading(-4.7, 4.7)], "us", "them"), true);
  assert.equal(against([reading(0, -0)], "us", "them"), true);
  assert.equal(against([reading(3, 3)], "us", undefined), false);
});
