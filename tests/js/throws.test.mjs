import assert from "node:assert/strict";
import { test } from "node:test";

import {
  deckOf,
  drawsOf,
  evenness,
  throwsOf,
  upperGamma,
  verdict,
} from "../../src/beachhead/web/static/js/throws.js";

const choices = ["red", "chance", "blue", "chance", "chance"].map((seat) => ({ seat }));

test("dice belong to who chose last before they were thrown", () => {
  const events = [
    { made: 2, detail: { dice: [6] } },
    { made: 4, detail: { dice: [1, 2] } },
    { made: 5, detail: { dice: [3] } },
  ];
  const found = throwsOf(events, choices);
  assert.deepEqual(
    [...found],
    [
      ["red", [6]],
      ["blue", [1, 2, 3]],
    ],
  );
});

test("a throw that is told twice counts once, and what is no throw does not", () => {
  const events = [
    { made: 2, detail: { dice: [6] } },
    { made: 2, detail: { dice: [6] } },
    { made: 3, detail: {} },
  ];
  assert.deepEqual([...throwsOf(events, choices)], [["red", [6]]]);
});

test("where it is told who threw, each die is counted for its thrower", () => {
  const events = [
    { made: 2, detail: { dice: [6, 1], throwers: ["red", "blue"] } },
    { made: 4, detail: { dice: [3, 4], side: "green" } },
  ];
  assert.deepEqual(
    [...throwsOf(events, choices)],
    [
      ["red", [6]],
      ["blue", [1]],
      ["green", [3, 4]],
    ],
  );
});

test("chi-square agrees with printed tables", () => {
  // 5 and 9 degrees of freedom: what is exceeded in 5 of 100, and in half of all cases.
  for (const [freedom, value, chance] of [
    [5, 11.0705, 0.05],
    [5, 4.35146, 0.5],
    [9, 16.919, 0.05],
    [9, 8.34283, 0.5],
    [1, 3.84146, 0.05],
    [4, 13.2767, 0.01],
  ]) {
    assert.ok(Math.abs(upperGamma(freedom / 2, value / 2) - chance) < 1e-4, `${freedom} ${value}`);
  }
  assert.equal(upperGamma(2.5, 0), 1);
});

test("even dice are even, loaded ones are not, and a few tell nothing", () => {
  const even = Array.from({ length: 120 }, (_, n) => (n % 6) + 1);
  assert.equal(evenness(even, 6), 1);
  assert.match(verdict(even, 6), /^as fair dice fall/);
  const loaded = even.map((face, n) => (n % 3 ? face : 6));
  assert.ok(evenness(loaded, 6) < 0.001);
  assert.match(verdict(loaded, 6), /^uneven .* fewer than 1 of 100/);
  assert.match(verdict(even.slice(0, 29), 6), /^too few/);
});

test("fair dice are called uneven about once in twenty series", () => {
  let [state, uneven] = [12345, 0];
  const die = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * 6) + 1;
  };
  for (let n = 0; n < 600; n += 1) {
    if (verdict(Array.from({ length: 90 }, die), 6).startsWith("uneven")) uneven += 1;
  }
  assert.ok(uneven > 10 && uneven < 60, `${uneven} of 600`);
});

test("cards are counted for who drew them, and a deck by what it was used for", () => {
  const events = [
    { detail: { side: "red", drawn: 1 } },
    { detail: { side: "red", drawn: 1 } },
    { detail: { side: "blue", card: "ambush" } },
    { detail: { card: 4, use: "fire" } },
    { detail: { card: 5, use: "landing" } },
    { detail: { cards: 54 } },
    { detail: { card: 4, use: "fire" } },
  ];
  assert.deepEqual([...drawsOf(events)], [["red", 2]]);
  assert.deepEqual(deckOf(events), {
    cards: 3,
    uses: new Map([
      ["fire", 2],
      ["landing", 1],
    ]),
    shuffles: 1,
    twice: 0,
  });
  assert.equal(deckOf([...events, { detail: { card: 4, use: "fire" } }]).twice, 1);
});
