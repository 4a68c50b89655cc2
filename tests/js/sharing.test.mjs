import assert from "node:assert/strict";
import { test } from "node:test";

import { evenly } from "../../src/beachhead/web/static/js/sharing.js";

test("a number is shared out evenly", () => {
  assert.deepEqual(evenly(24, [12, 12, 12, 12, 12]), [5, 5, 5, 5, 4]);
});

test("nobody gets more than he may, and what is too much stays", () => {
  assert.deepEqual(evenly(24, [12, 3]), [12, 3]);
  assert.deepEqual(evenly(0, [4]), [0]);
});
