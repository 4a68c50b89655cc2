import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Ahead } from "../../src/beachhead/web/static/js/ahead.js";

/** A table whose answers come when they are told to. */
class SlowTable {
  constructor() {
    this.asked = [];
    this.waiting = [];
  }

  ask(question) {
    this.asked.push(question);
    return new Promise((answer, refuse) => this.waiting.push({ answer, refuse }));
  }
}

const settled = () => new Promise((done) => setTimeout(done));

let session;
let table;
let ahead;

beforeEach(() => {
  table = new SlowTable();
  session = { snapshot: {}, busy: false, table };
  ahead = new Ahead(session);
});

test("what was asked ahead is not asked again", async () => {
  ahead.foresee("orders?pieces=one");
  const answer = ahead.ask("orders?pieces=one");
  table.waiting[0].answer("goals");
  assert.equal(await answer, "goals");
  assert.equal(await ahead.ask("orders?pieces=one"), "goals");
  assert.deepEqual(table.asked, ["orders?pieces=one"]);
});

test("one question is under way at a time, and of those that wait the last is next", async () => {
  for (const name of ["one", "two", "three", "four"]) ahead.foresee(name);
  assert.deepEqual(table.asked, ["one"]);
  table.waiting[0].answer("");
  await settled();
  assert.deepEqual(table.asked, ["one", "four"]);
  table.waiting[1].answer("");
  await settled();
  ahead.foresee("five");
  assert.deepEqual(table.asked, ["one", "four", "five"]);
});

test("an answer holds until the game goes on", async () => {
  ahead.foresee("one");
  session.snapshot = {};
  void ahead.ask("one");
  assert.deepEqual(table.asked, ["one", "one"]);
});

test("when the game has gone on, what waited is not asked", async () => {
  ahead.foresee("one");
  ahead.foresee("two");
  session.snapshot = {};
  table.waiting[0].answer("");
  await settled();
  assert.deepEqual(table.asked, ["one"]);
  ahead.foresee("three");
  assert.deepEqual(table.asked, ["one", "three"]);
});

test("nothing is asked ahead while a choice is under way", () => {
  session.busy = true;
  ahead.foresee("one");
  assert.deepEqual(table.asked, []);
});

test("what failed ahead is asked in earnest", async () => {
  ahead.foresee("one");
  table.waiting[0].refuse(new Error("the server is gone"));
  await settled();
  const answer = ahead.ask("one");
  table.waiting[1].answer("there");
  assert.equal(await answer, "there");
});
