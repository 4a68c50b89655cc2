import assert from "node:assert/strict";
import { test } from "node:test";

import { BEGINNING, goneOn, reached } from "../../src/beachhead/web/static/js/guide.js";
import { hintOf, smallestAt } from "../../src/beachhead/web/static/js/hints.js";

const NOW = {
  view: { decision: { kind: "move", seat: "allied" } },
  flipbook: { turn: 2 },
  undo: { possible: false },
};

/** Events of some kinds. */
function events(...kinds) {
  return kinds.map((kind) => ({ kind }));
}

const READ = { title: "Read" };
const MOVE = { title: "Move", done: [{ told: ["move"] }] };
const ATTACK = { title: "Attack", done: [{ told: ["attack", "fire"] }, { turn: 3 }] };
const LESSONS = [MOVE, ATTACK, MOVE, READ, MOVE];

test("a moment is a kind of decision, a seat, a turn, and something to take back", () => {
  assert.ok(reached({}, NOW, []));
  assert.ok(reached({ asked: ["fire", "move"], seat: "allied", turn: 2 }, NOW, []));
  assert.ok(!reached({ asked: ["fire"] }, NOW, []));
  assert.ok(!reached({ seat: "german" }, NOW, []));
  assert.ok(!reached({ turn: 3 }, NOW, []));
  assert.ok(!reached({ undo: true }, NOW, []));
  assert.ok(!reached({ turn: 2 }, { ...NOW, flipbook: null }, []));
});

test("a moment is an event that has been told", () => {
  assert.ok(reached({ told: ["fire", "move"] }, NOW, events("turn", "move")));
  assert.ok(!reached({ told: ["fire"] }, NOW, events("turn", "move")));
  assert.ok(!reached({ told: ["move", "turn"], times: 3 }, NOW, events("turn", "move")));
  assert.ok(reached({ told: ["move", "turn"], times: 2 }, NOW, events("turn", "move")));
});

test("a lesson stays until its deed is done, whatever else is done", () => {
  assert.deepEqual(goneOn(LESSONS, BEGINNING, NOW, events("turn", "attack")), BEGINNING);
  const after = goneOn(LESSONS, BEGINNING, NOW, events("turn", "attack", "move"));
  assert.deepEqual([after.step, after.since], [1, 2]);
});

test("who does much at once goes on by all of it, one deed after the other", () => {
  const after = goneOn(LESSONS, BEGINNING, NOW, events("move", "fire"));
  assert.deepEqual([after.step, after.since], [2, 1]);
  const further = goneOn(LESSONS, BEGINNING, NOW, events("move", "fire", "move"));
  assert.deepEqual([further.step, further.since], [3, 2]);
});

test("what ends a lesson may end the next as well, unless it takes several", () => {
  const twice = { title: "Move twice", done: [{ told: ["move"], times: 2 }] };
  const lessons = [MOVE, MOVE, twice, READ];
  assert.equal(goneOn(lessons, BEGINNING, NOW, events("move", "turn")).step, 2);
  assert.equal(goneOn(lessons, BEGINNING, NOW, events("move", "move")).step, 3);
});

test("a lesson whose time has passed is over, and what is read stays", () => {
  const late = { ...NOW, flipbook: { turn: 3 } };
  const after = goneOn(LESSONS, { ...BEGINNING, step: 1, since: 1 }, late, events("move", "move"));
  assert.equal(after.step, 3);
  assert.equal(goneOn(LESSONS, after, late, events("move", "move", "move")).step, 3);
});

test("the last lesson stays, and what is taken back has not been told", () => {
  const last = { ...BEGINNING, step: 4, since: 9 };
  assert.equal(goneOn(LESSONS, last, NOW, events("move")).step, 4);
  const back = goneOn(LESSONS, { ...BEGINNING, step: 1, since: 9 }, NOW, events("move"));
  assert.equal(back.since, 1);
  assert.equal(goneOn(LESSONS, back, NOW, events("move", "fire")).step, 2);
});

const HINTS = {
  strength: { name: "Strength {}", text: "adds to an attack", rule: "8.1" },
  star: { name: "General", text: "a leader", rule: "" },
};

test("a mark is told by its key, with what stands there", () => {
  assert.equal(hintOf(HINTS, "strength 4").name, "Strength 4");
  assert.equal(hintOf(HINTS, "star").name, "General");
  assert.equal(hintOf(HINTS, "strength").name, "Strength");
  assert.equal(hintOf(HINTS, "unheard of"), null);
  assert.equal(hintOf(HINTS, null), null);
});

test("of what lies over each other the smallest is meant, and small figures can be missed", () => {
  const large = { name: "large", box: { left: 0, top: 0, right: 40, bottom: 40 } };
  const small = { name: "small", box: { left: 10, top: 10, right: 14, bottom: 16 } };
  assert.equal(smallestAt([large, small], 12, 12), small);
  assert.equal(smallestAt([small, large], 15.5, 12), small);
  assert.equal(smallestAt([small, large], 20, 12), large);
  const next = { name: "next", box: { left: 14, top: 10, right: 17, bottom: 15 } };
  assert.equal(smallestAt([small, next, large], 13.5, 12), small);
  assert.equal(smallestAt([small, large], 60, 12), null);
});
