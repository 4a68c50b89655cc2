import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Gone, Refused } from "../../src/beachhead/web/static/js/api.js";
import { Session } from "../../src/beachhead/web/static/js/session.js";

/** The table at a revision, with what happened since the first events. */
function snapshot(revision, events = [], from = 0) {
  return {
    revision,
    made: revision,
    events,
    events_from: from,
    live: true,
    yours: true,
    undo: { possible: true },
    redo: { possible: false },
    flipbook: { now: { part: "" } },
    bots: {},
  };
}

/** A table that answers with what it is given, and notes what it was asked. */
class FakeTable {
  constructor() {
    this.seat = "us";
    this.revision = 1;
    this.asked = [];
    this.answers = [];
  }

  async answer(...asked) {
    this.asked.push(asked);
    const next = this.answers.shift();
    if (next instanceof Error) throw next;
    this.revision = Math.max(this.revision, next.revision);
    return next;
  }

  post(what, body) {
    return this.answer(what, body);
  }

  snapshot(since) {
    return this.answer("snapshot", since);
  }

  keep({ revision }) {
    this.revision = Math.max(this.revision, revision);
  }

  close() {}
}

let table;
let story;
let session;
let news;
let refused;

beforeEach(() => {
  table = new FakeTable();
  story = { playing: false, skipped: 0, skip: () => (story.skipped += 1) };
  session = new Session({ names: { us: "the Americans" } }, table, snapshot(1, ["a"]), story);
  news = [];
  refused = [];
  session.onnews = async ({ revision }, how) => void news.push([revision, how]);
  session.onrefused = (...said) => void refused.push(said);
});

test("a choice is sent with what it was made upon, and its answer is told", async () => {
  table.answers = [snapshot(2, ["b"], 1)];
  const busy = [];
  session.onbusy = (now) => busy.push(now);
  await session.choose("move");
  assert.deepEqual(table.asked, [["choices", { choice: "move", made: 1, since: 1 }]]);
  assert.deepEqual(session.events, ["a", "b"]);
  assert.deepEqual(news, [[2, { told: true }]]);
  assert.deepEqual(busy, [true, false]);
});

test("who chooses while something is told skips that, and chooses nothing", async () => {
  story.playing = true;
  await session.choose("move");
  session.busy = true;
  story.playing = false;
  await session.choose("move");
  assert.equal(story.skipped, 2);
  assert.deepEqual(table.asked, []);
});

test("nothing can be chosen at another moment, nor for another player", async () => {
  for (const change of [{ live: false }, { yours: false }]) {
    session.snapshot = { ...snapshot(1), ...change };
    await session.choose("move");
  }
  assert.deepEqual(table.asked, []);
});

test("what was taken back is forgotten, and nothing is told of it", async () => {
  table.answers = [snapshot(2, ["c"], 0)];
  await session.undo();
  assert.deepEqual(session.events, ["c"]);
  assert.deepEqual(news, [[2, { told: false }]]);
});

test("what cannot be undone or redone is not asked for", async () => {
  session.snapshot.undo.possible = false;
  await session.undo();
  await session.redo();
  assert.deepEqual(table.asked, []);
});

test("nothing older is shown after something newer, and nothing after the end", async () => {
  await session.receive(snapshot(3));
  await session.receive(snapshot(2));
  session.close();
  await session.receive(snapshot(4));
  assert.deepEqual(
    news.map(([revision]) => revision),
    [3],
  );
});

test("one story is told after the other, even if the first goes wrong", async () => {
  const told = [];
  session.onnews = async ({ revision }) => {
    told.push(`${revision} begins`);
    await null;
    if (revision === 2) throw new Error("lost");
    told.push(`${revision} ends`);
  };
  const first = session.receive(snapshot(2));
  const second = session.receive(snapshot(3));
  await assert.rejects(first, /lost/);
  await second;
  assert.deepEqual(told, ["2 begins", "3 begins", "3 ends"]);
});

test("a refusal is told with its rule; a server that is gone too", async () => {
  table.answers = [new Refused(400, { text: "Too far.", rule: "7.3" }), new Gone()];
  await session.choose("move");
  await session.choose("move");
  assert.deepEqual(refused[0], ["Too far.", "7.3"]);
  assert.match(refused[1][0], /does not answer/);
  assert.equal(session.busy, false);
});

test("a choice upon what is no longer so fetches how things stand, and says so", async () => {
  const late = new Refused(409, { text: "late" }, snapshot(2));
  table.answers = [late, snapshot(2, ["b"], 1)];
  await session.choose("move");
  assert.deepEqual(news, [[2, { elsewhere: true }]]);
  assert.match(refused[0][0], /went on elsewhere/);
});

test("any other trouble is not hidden, and leaves nobody waiting", async () => {
  table.answers = [new TypeError("oops")];
  await assert.rejects(session.choose("move"), TypeError);
  assert.equal(session.busy, false);
});

test("news from elsewhere are fetched until there are none, and only once at a time", async () => {
  table.answers = [snapshot(2), snapshot(3)];
  session.newest = 3;
  await Promise.all([session.catchUp(), session.catchUp()]);
  assert.deepEqual(
    news.map(([revision]) => revision),
    [2, 3],
  );
});

test("news that never come are not asked for without end", async () => {
  table.answers = [snapshot(1)];
  session.newest = 9;
  await session.catchUp();
  assert.equal(table.asked.length, 1);
});

test("while another moment is looked at, what is new waits", async () => {
  table.answers = [snapshot(2)];
  session.away = () => true;
  await session.refresh();
  assert.deepEqual(news, []);
});

test("only a part of a bigger choice that is one's own is unfinished", () => {
  assert.equal(session.unfinished(), false);
  const part = { ...snapshot(1), flipbook: { now: { part: "to" } } };
  assert.equal(session.unfinished(part), true);
  assert.equal(session.unfinished({ ...part, yours: false }), false);
  assert.equal(session.unfinished({ ...part, undo: { possible: false } }), false);
  assert.equal(session.unfinished({ ...part, flipbook: null }), false);
});

test("at a shared screen everybody has a log of one's own", async () => {
  const seated = [];
  session.onseat = ({ revision }) => seated.push(revision);
  table.answers = [snapshot(2, ["x", "y"]), snapshot(2, ["b"], 1)];
  await session.sitDown("german");
  assert.deepEqual(session.events, ["x", "y"]);
  await session.sitDown("us");
  assert.deepEqual(session.events, ["a", "b"]);
  assert.deepEqual(table.asked, [
    ["snapshot", 0],
    ["snapshot", 1],
  ]);
  assert.deepEqual(seated, [2, 2]);
});

test("a seat is called as the game calls it", () => {
  assert.equal(session.nameOf("us"), "the Americans");
  assert.equal(session.nameOf("german"), "german");
});
