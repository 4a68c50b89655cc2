import assert from "node:assert/strict";
import { test } from "node:test";

import { countOf } from "../../src/beachhead/web/static/js/cards.js";
import { capital, clockWords, percent, shortRule } from "../../src/beachhead/web/static/js/dom.js";
import { signed, span } from "../../src/beachhead/web/static/js/flipbook.js";
import { few, keyOf, labelsOf } from "../../src/beachhead/web/static/js/overlays.js";
import { stackSum } from "../../src/beachhead/web/static/js/spot.js";
import { Layers } from "../../src/beachhead/web/static/js/layers.js";
import { dateOf, seatingOf, titleOf, when } from "../../src/beachhead/web/static/js/saved.js";

test("chances are whole percent, 0 and 100 only for what cannot and what must happen", () => {
  assert.deepEqual([0, 0.001, 0.5, 0.985, 0.999, 1].map(percent), [
    "0%",
    "<1%",
    "50%",
    "99%",
    ">99%",
    "100%",
  ]);
});

test("a phase is not called by its id", () => {
  assert.equal(clockWords("Turn 7, allied port-transfer"), "Turn 7, allied port transfer");
  assert.equal(clockWords("Set-up"), "Set-up", "a game's own word");
});

test("the first letter is made a capital, nothing else", () => {
  assert.equal(capital("the US player"), "The US player");
  assert.equal(capital(""), "");
});

test("points have their sign, none of them has none", () => {
  assert.deepEqual([3, 0, -2].map(signed), ["+3", "0", "−2"]);
});

test("a level of victory is said from its limits", () => {
  const level = { head: "", least: 3, most: 5 };
  assert.equal(span(level), "3 to 5");
  assert.equal(span({ ...level, least: null }), "5 or less");
  assert.equal(span({ ...level, most: null }), "3 or more");
  assert.equal(span({ ...level, most: 999 }), "3 or more");
  assert.equal(span({ ...level, head: "any" }), "any");
});

test("what may not be counted of somebody's cards is not said", () => {
  assert.equal(countOf({ hand: 3, left: null, cards: [] }), "3 in the hand.");
  const pile = { hand: 0, left: 12, cards: ["a", "b"] };
  assert.equal(countOf(pile), "0 in the hand, 12 to draw, 2 discarded.");
});

test("the key of an overlay is said as one presses it", () => {
  assert.equal(keyOf({ key: "f" }), "F");
  assert.equal(keyOf({ key: "F" }), "⇧ F");
});

test("four names fit under each other; of more, three and how many more", () => {
  assert.equal(few(["a", "b", "c", "d"]), "a\nb\nc\nd");
  assert.equal(few(["a", "b", "c", "d", "e"]), "a\nb\nc\n+2 more");
});

test("an overlay labels hexes only with short words, and marks with who waits there", () => {
  const overlay = {
    labeled: true,
    hexes: { "0101": { label: "30%", class: "near" }, "0102": { label: "much too long" } },
    marks: [
      { id: "box-1", class: "late", short: "2" },
      { id: "box-2", class: "", waiting: ["A"], due: ["B"] },
    ],
  };
  const marks = [
    ["box-1", "2", "overlay-label late"],
    ["box-2", "A\nB", "overlay-label"],
  ];
  assert.deepEqual(labelsOf(overlay), [["hex-0101", "30%", "overlay-label near"], ...marks]);
  assert.deepEqual(labelsOf({ ...overlay, labeled: false }), marks);
});

test("counters are summed up as their game says: all, the best, or each kind once", () => {
  const terms = [
    { how: "sum", words: "strength {}", enough: 5, warning: "too many" },
    { how: "best", words: "range {}", enough: null, warning: "" },
    { how: "each", words: "of {}", enough: null, warning: "" },
  ];
  const added = [
    ["2", "1", "16/1"],
    ["3", "4", "16/1"],
  ];
  assert.deepEqual(stackSum(terms, added), {
    text: "strength 5, range 4, of 16/1",
    warnings: ["too many"],
  });
  assert.deepEqual(stackSum(terms, [["4", "1", "a"], added[0]]).warnings, ["too many"]);
  assert.deepEqual(stackSum(terms, [["4", "1", "a"]]).warnings, []);
  assert.deepEqual(stackSum(terms, []), { text: "", warnings: [] });
});

test("how long ago something was is said in the unit that fits", () => {
  const now = Date.parse("2026-06-06T12:00:00Z");
  const said = [
    ["2026-06-06T11:59:00Z", "just now"],
    ["2026-06-06T11:50:00Z", "10 minutes ago"],
    ["2026-06-06T09:00:00Z", "3 hours ago"],
    ["2026-06-01T12:00:00Z", "5 days ago"],
    ["no date", ""],
  ];
  for (const [iso, words] of said) assert.equal(when(iso, now), words);
});

test("how a table is shared is said in words; by link, with the seats", () => {
  const games = [
    {
      id: "a",
      title: "A Game",
      names: { us: "the Americans" },
      scenarios: [{ id: "s", title: "Short" }],
    },
  ];
  const table = { game: "a", scenario: "s", seats: ["us"] };
  assert.equal(seatingOf({ ...table, seating: "solo" }, games), "by myself");
  assert.equal(seatingOf({ ...table, seating: "link" }, games), "by link, as the Americans");
  assert.equal(seatingOf({ ...table, seating: "other" }, games), "other");
  assert.equal(titleOf({ ...table, title: "Short" }, games), "A Game · Short");
  assert.equal(titleOf({ ...table, title: "My own" }, games), "A Game · Short · My own");
  assert.equal(titleOf({ game: "b", scenario: "x", title: "" }, games), "b · x");
  assert.equal(dateOf("2026-11-16T12:00:00Z"), "November 16, 2026");
  assert.equal(dateOf("never"), "");
});

test("Escape closes what was opened last, and only that", () => {
  const layers = new Layers();
  const closed = [];
  const [one, other] = ["one", "other"].map((name) => ({ close: () => closed.push(name) }));
  layers.opened(one);
  layers.opened(other);
  layers.opened(one);
  assert.ok(layers.close());
  assert.deepEqual(closed, ["one"]);
  layers.closed(other);
  assert.ok(!layers.close());
});

test("a rule is shown by its number, without the name of a card", () => {
  assert.equal(shortRule("EV.germans-concealed"), "EV");
  for (const rule of ["8.33a", "4.III", "LT.4-14", "3b1"]) assert.equal(shortRule(rule), rule);
});
