import assert from "node:assert/strict";
import { test } from "node:test";

import { branchText } from "../../src/beachhead/web/static/js/analysis.js";
import { balance, signed, turningPoints } from "../../src/beachhead/web/static/js/reckoning.js";

test("turning points come in the order of the game, luck and play told apart", () => {
  const mistake = { made: 4, clock: "Turn 1", seat: "us", text: "Pass", cost: 2, better: "Go" };
  const found = turningPoints({
    strokes: [
      { made: 9, clock: "Turn 2", text: "A six.", points: 3 },
      { made: 2, clock: "Turn 1", text: "A one.", points: -1 },
    ],
    mistakes: [mistake],
  });
  assert.deepEqual(
    found.map(({ made, points, mistake: whose }) => [made, points, !!whose]),
    [
      [2, -1, false],
      [4, -2, true],
      [9, 3, false],
    ],
  );
});

test("luck, choices and what was expected lead from the beginning to the end", () => {
  const found = { luck: 1.4, play: { us: 4.1, german: -2 }, curve: [6.3, 2, 0] };
  const { start, rest, end } = balance(found);
  assert.deepEqual([start, Math.round(10 * rest) / 10, end], [6.3, -9.8, 0]);
});

test("points have their sign", () => {
  assert.deepEqual([signed(1.24), signed(-0.96), signed(0.01)], ["+1.2", "−1", "±0"]);
});

test("what is pasted must be the whole text of a branch", () => {
  assert.deepEqual(branchText('{"format": 2}'), { format: 2 });
  for (const text of ["", "{", "[]", "null", "3"]) {
    assert.throws(() => branchText(text), /copy all of it/);
  }
});
