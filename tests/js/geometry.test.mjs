import assert from "node:assert/strict";
import { test } from "node:test";

import {
  around,
  arrowThrough,
  between,
  clearest,
  framed,
  holds,
  keep,
  overlap,
  placed,
  within,
  wordsAt,
} from "../../src/beachhead/web/static/js/geometry.js";

const WORLD = { x: 0, y: 0, width: 1000, height: 800 };
const NOTHING = { left: 0, top: 0, right: 0, bottom: 0 };
const WINDOW = { width: 1000, height: 700 };
const WORDS = { width: 300, height: 100 };

/** A box as the browser gives it. */
function edges(left, top, width, height) {
  return { left, top, right: left + width, bottom: top + height };
}

test("a place between limits stays, one beyond them goes to the nearer", () => {
  assert.deepEqual(
    [5, -1, 99].map((at) => between(at, 0, 10)),
    [5, 0, 10],
  );
});

test("limits that leave no room give their middle", () => {
  assert.equal(between(0, 30, 10), 20);
});

test("a board smaller than the frame stands in its middle", () => {
  assert.equal(keep(-999, 400, 1000), 300);
});

test("a board with little room to spare leaves it at the edge where it has to", () => {
  assert.equal(keep(0, 900, 1000, 60), 60);
  assert.equal(keep(0, 960, 1000, 60), 40);
  assert.equal(keep(0, 400, 1000, 60), 300);
});

test("a larger board can be pushed out by about a third of the frame on both sides", () => {
  assert.equal(keep(9999, 2000, 1000), 350);
  assert.equal(keep(-9999, 2000, 1000), 1000 - 2000 - 350);
  assert.equal(keep(-500, 2000, 1000), -500);
});

test("the edge of a rectangle belongs to it", () => {
  const rect = { x: 10, y: 10, width: 5, height: 5 };
  assert.ok(within({ x: 10, y: 15 }, rect));
  assert.ok(within({ x: 15, y: 10 }, rect));
  assert.ok(!within({ x: 15.1, y: 12 }, rect));
  assert.ok(!within({ x: 12, y: 9.9 }, rect));
});

test("what is seen must be seen with room on every side", () => {
  const part = { x: 40, y: 40, width: 20, height: 20 };
  const seen = { x: 0, y: 0, width: 100, height: 100 };
  assert.ok(holds(seen, part, 40));
  assert.ok(!holds(seen, part, 41));
  for (const moved of [{ x: -1 }, { y: -1 }, { x: 81 }, { y: 81 }]) {
    assert.ok(!holds(seen, { ...part, ...moved }, 0), JSON.stringify(moved));
  }
  for (const moved of [{ x: 4 }, { y: 4 }, { x: 76 }, { y: 76 }]) {
    assert.ok(!holds(seen, { ...part, ...moved }, 5), JSON.stringify(moved));
  }
});

test("around some rectangles is all of them, around none nothing", () => {
  const first = { x: 0, y: 10, width: 10, height: 10 };
  const second = { x: 30, y: -5, width: 5, height: 5 };
  assert.deepEqual(around([first, second]), { x: 0, y: -5, width: 35, height: 25 });
  assert.equal(around([]), null);
});

test("a part is framed in the middle, but not so that more than the margin is seen", () => {
  const size = { width: 200, height: 100 };
  const inside = { x: 490, y: 390, width: 20, height: 20 };
  assert.deepEqual(framed(inside, 1, WORLD, size, NOTHING), { x: 500, y: 400, scale: 1 });
  const corner = { x: 0, y: 780, width: 20, height: 20 };
  assert.deepEqual(framed(corner, 1, WORLD, size, NOTHING), { x: 100, y: 750, scale: 1 });
  const beside = { left: 60, top: 0, right: 0, bottom: 150 };
  assert.deepEqual(framed(corner, 2, WORLD, size, beside), { x: 20, y: 790, scale: 2 });
});

test("a transform says where a counter is and how it is turned", () => {
  assert.deepEqual(placed("translate(12.5 -3)"), { x: 12.5, y: -3, turn: 0 });
  assert.deepEqual(placed("translate(1,2)rotate(-90)"), { x: 1, y: 2, turn: -90 });
  assert.equal(placed("scale(2)"), null);
  assert.equal(placed(null), null);
});

test("an arrow ends before its last point, and its head is as wide on both sides", () => {
  const { shaft, head, middle } = arrowThrough([
    { x: 0, y: 0 },
    { x: 0, y: 50 },
    { x: 100, y: 50 },
  ]);
  assert.equal(shaft, "M0.0 0.0L0.0 50.0L84.0 50.0");
  assert.equal(head, "M94.0 50.0L84.0 57.0L84.0 43.0z");
  assert.deepEqual(middle, { x: 50, y: 50 });
});

test("an arrow that goes nowhere is no trouble", () => {
  const there = { x: 5, y: 5 };
  assert.ok(!arrowThrough([there, there]).shaft.includes("NaN"));
});

test("words stand above what they are about", () => {
  assert.deepEqual(wordsAt(edges(400, 300, 100, 40), WORDS, WINDOW), { left: 300, top: 190 });
});

test("words stand below what is at the top, beside what is as high as the window", () => {
  assert.equal(wordsAt(edges(400, 20, 100, 40), WORDS, WINDOW).top, 70);
  const high = wordsAt(edges(700, 10, 200, 680), WORDS, WINDOW);
  assert.deepEqual(high, { left: 390, top: 300 });
  assert.equal(wordsAt(edges(20, 10, 200, 680), WORDS, WINDOW).left, 230);
});

test("words always stand within the window", () => {
  assert.equal(wordsAt(edges(990, 300, 10, 10), WORDS, WINDOW).left, 1000 - 300 - 10);
});

test("what two rectangles have in common", () => {
  const one = { x: 0, y: 0, width: 10, height: 10 };
  assert.equal(overlap(one, { x: 8, y: 6, width: 10, height: 10 }), 8);
  assert.equal(overlap(one, { x: 10, y: 0, width: 10, height: 10 }), 0);
});

test("something stands where it covers the least, and where it likes best among equals", () => {
  const [first, second, third] = [0, 20, 40].map((x) => ({ x, y: 0, width: 10, height: 10 }));
  const number = { rect: { x: 0, y: 0, width: 10, height: 4 }, worth: 6 };
  const counter = { rect: { x: 20, y: 0, width: 10, height: 10 }, worth: 1 };
  assert.equal(clearest([first, second, third], []), first);
  assert.equal(clearest([first, second], [number, counter]), second);
  assert.equal(clearest([first, second, third], [number, counter]), third);
});
