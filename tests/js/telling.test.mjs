import assert from "node:assert/strict";
import { test } from "node:test";

import { litChart, phaseNow } from "../../src/beachhead/web/static/js/moments.js";
import { spread } from "../../src/beachhead/web/static/js/offers.js";
import { questionAbout } from "../../src/beachhead/web/static/js/pointing.js";
import { byPlace } from "../../src/beachhead/web/static/js/situation.js";
import { ruleNamed, rulesUnder } from "../../src/beachhead/web/static/js/reference.js";
import { highlights, lately, room } from "../../src/beachhead/web/static/js/recap.js";
import {
  isDrama,
  matters,
  pauseAfter,
  toldBefore,
} from "../../src/beachhead/web/static/js/story.js";

/** An event of some weight. */
function event(weight, text = "") {
  return { manner: { weight }, text };
}

/** An option that touches something. */
function option(id, touches, ends = false) {
  return { id, label: id, touches, rule: "", ends };
}

const THERE = () => true;

test("beats and scenes are told by themselves, the rest just happens", () => {
  assert.ok(isDrama([event("aside"), event("beat")]));
  assert.ok(isDrama([event("scene")]));
  assert.ok(!isDrama([event("aside"), event("silent")]));
  assert.ok(!isDrama([]));
});

test("what is brief is shown shorter, what is long to read longer, up to a limit", () => {
  assert.equal(pauseAfter(event("beat", "x".repeat(300)), 1000), 450);
  assert.equal(pauseAfter(event("scene", "x".repeat(42)), 1000), 1000);
  assert.equal(pauseAfter(event("scene", "x".repeat(900)), 1000), 1700);
  assert.equal(pauseAfter(event("aside"), Infinity), Infinity);
});

test("more of the same routine is told quicker, what matters longer", () => {
  const beat = { kind: "land", ...event("beat") };
  assert.equal(pauseAfter(beat, 1000, beat), 250);
  assert.equal(pauseAfter(beat, 1000, { kind: "drift", ...event("beat") }), 450);
  const loss = { manner: { weight: "scene", motion: "loss" }, text: "x".repeat(42) };
  assert.equal(pauseAfter(loss, 1000), 1200);
});

test("losses, turns and what is said loudly matter", () => {
  assert.ok(matters({ manner: { motion: "loss" } }));
  assert.ok(matters({ manner: { begins: "turn" } }));
  assert.ok(matters({ manner: { tone: "bad" } }));
  assert.ok(!matters({ manner: { tone: "faint", motion: "hit" } }));
});

test("one goes back to what was told, not to what was silent", () => {
  const events = [event("scene"), event("silent"), event("beat")];
  assert.equal(toldBefore(events, 2), 0);
  assert.equal(toldBefore(events, 0), 0);
});

test("a recap has a few lines in their order: what matters first of all", () => {
  const named = (name, weight, more = {}) => ({ name, manner: { weight, begins: "", ...more } });
  const events = [
    named("a turn", "scene", { begins: "turn" }),
    named("a beat", "beat"),
    named("a scene", "scene"),
    named("nothing", "silent"),
    named("a hit", "scene", { motion: "hit" }),
    named("a loss", "scene", { motion: "loss" }),
    named("in passing", "aside"),
  ];
  const told = (most) => highlights(events, most).map((each) => each.name);
  assert.deepEqual(told(1), ["a loss"]);
  assert.deepEqual(told(2), ["a turn", "a loss"]);
  assert.deepEqual(told(3), ["a turn", "a hit", "a loss"]);
  assert.deepEqual(told(9), ["a turn", "a beat", "a scene", "a hit", "a loss"]);
});

test("who opens a game hears of the turn under way, or of the last that has a story", () => {
  const begins = { manner: { weight: "scene", begins: "turn" } };
  const [first, second] = [event("scene"), event("beat")];
  assert.deepEqual(lately([begins, first, begins, second]), [begins, second]);
  assert.deepEqual(lately([begins, first, begins, second, begins]), [begins, second, begins]);
  assert.deepEqual(lately([first, second]), [first, second]);
});

test("an option stands at its units; the places that it touches are near them", () => {
  const move = option("move", ["unit-a", "hex-1"]);
  const { targets, nearby, lit } = spread([move], {}, THERE);
  assert.deepEqual([...targets.keys()], ["unit-a"]);
  assert.deepEqual([...nearby.keys()], ["hex-1"]);
  assert.deepEqual(lit, ["unit-a"]);
});

test("an option whose units are not on the board stands at its places", () => {
  const { targets, lit } = spread([option("land", ["unit-a", "hex-1"])], {}, () => false);
  assert.deepEqual([...targets.keys()], ["unit-a", "hex-1"]);
  assert.deepEqual(lit, ["unit-a", "hex-1"]);
});

test("an option that ends something stands at all that it touches", () => {
  const { targets, nearby } = spread([option("end", ["unit-a", "hex-1"], true)], {}, THERE);
  assert.deepEqual([...targets.keys()], ["unit-a", "hex-1"]);
  assert.equal(nearby.size, 0);
});

test("what glows for an option counts rather than what it touches", () => {
  const { targets } = spread([option("go", ["hex-1"])], { go: ["hex-2"] }, THERE);
  assert.deepEqual([...targets.keys()], ["hex-2"]);
});

test("options at one place are all offered there, in order", () => {
  const [first, second] = [option("1", ["hex-1"]), option("2", ["hex-1"])];
  assert.deepEqual(spread([first, second], {}, THERE).targets.get("hex-1"), [first, second]);
});

test("a position lights up only where no hex says it more exactly; a post never", () => {
  const all = ["hex-1", "position-WN62", "post-WN62"];
  assert.deepEqual(spread([option("fire", all)], {}, THERE).lit, ["hex-1"]);
  assert.deepEqual(spread([option("fire", all.slice(1))], {}, THERE).lit, ["position-WN62"]);
});

test("a click where nothing can be chosen asks about the unit, its target or its way", () => {
  assert.deepEqual(questionAbout("unit-a", "b", "1"), { unit: "a", action: "move" });
  assert.deepEqual(questionAbout("post-WN62", "b", "1"), { unit: "b", target: "WN62" });
  assert.deepEqual(questionAbout("", "b", "1"), { unit: "b", to: "1" });
  assert.equal(questionAbout("post-WN62", "", "1"), null);
  assert.equal(questionAbout("", "b", ""), null);
});

const RULES = [
  { number: "7", statements: [] },
  { number: "7.3", statements: [{ id: "7.3-a" }] },
  { number: "7.31", statements: [] },
  { number: "A7", statements: [] },
];

test("a rule is found by its number, by a statement, or as the next above", () => {
  assert.equal(ruleNamed(RULES, "7.3"), RULES[1]);
  assert.equal(ruleNamed(RULES, "7.3-a"), RULES[1]);
  assert.equal(ruleNamed(RULES, "7.9.2"), RULES[0]);
  assert.equal(ruleNamed(RULES, "8.1"), undefined);
  assert.equal(ruleNamed([], "7"), undefined);
});

test("who types a number means the rule and those below it, not those that begin alike", () => {
  const found = (/** @type {string} */ wanted) => rulesUnder(RULES, wanted).map((r) => r.number);
  assert.deepEqual(found("7"), ["7", "7.3", "7.31"]);
  assert.deepEqual(found("7.3"), ["7.3"]);
  assert.deepEqual(found("a7"), ["A7"]);
  assert.deepEqual(found("fire"), []);
});

const CHART = {
  id: "fire",
  title: "Fire",
  columns: ["near", "far"],
  rows: [
    { head: "1", cells: ["a", "b"] },
    { head: "2", cells: ["c", "d"] },
  ],
  notes: ["note"],
};

test("the cell that was read is lit, by the printed heads where a chart has no other keys", () => {
  const lit = litChart(CHART, "2", "far");
  assert.deepEqual(lit.lit, [[1, 1]]);
  assert.deepEqual(lit.columns, CHART.columns);
  assert.deepEqual(lit.notes, []);
});

test("without a column the whole row is lit, for an unknown row nothing", () => {
  assert.deepEqual(litChart(CHART, "1", "").lit, [[0, null]]);
  assert.deepEqual(litChart(CHART, "1", "").notes, ["note"]);
  assert.deepEqual(litChart(CHART, "9", "far").lit, []);
});

test("of a chart with several columns of each kind only those of the kind are shown", () => {
  const keys = { rows: ["one", "two"], columns: ["tank_a", "gun_a", "gun_b"] };
  const rows = CHART.rows.map((row) => ({ ...row, cells: [...row.cells, "e"] }));
  const lit = litChart({ ...CHART, columns: ["T", "G", "H"], rows, keys }, "two", "gun_b");
  assert.deepEqual(lit.columns, ["G", "H"]);
  assert.deepEqual(lit.rows[1].cells, ["d", "e"]);
  assert.deepEqual(lit.lit, [[1, 1]]);
});

test("the phase that a flipbook is in is the one that is now", () => {
  assert.equal(phaseNow({ phases: [{ state: "past" }, { state: "now" }] }), 1);
  assert.equal(phaseNow({ phases: [] }), -1);
});

test("units are listed by place, in the order in which places are met", () => {
  const where = { a: "Caen", b: "Bayeux", c: "Caen" };
  const found = byPlace(["a", "b", "c"], (id) => where[id]);
  assert.deepEqual(
    [...found],
    [
      ["Caen", ["a", "c"]],
      ["Bayeux", ["b"]],
    ],
  );
});

test("in a low window less is told again, so that what may be done is in view", () => {
  assert.deepEqual([500, 800, 900, 1080, 2160].map(room), [2, 2, 3, 5, 6]);
});
