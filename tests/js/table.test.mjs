import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { readAddress } from "../../src/beachhead/web/static/js/address.js";
import { Table } from "../../src/beachhead/web/static/js/api.js";
import { remember, remembered } from "../../src/beachhead/web/static/js/dom.js";
import { cut } from "../../src/beachhead/web/static/js/replay.js";
import { keepInvitations, openInvitations } from "../../src/beachhead/web/static/js/seats.js";

beforeEach(() => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
});

test("an address names a table, a moment and a key", () => {
  assert.deepEqual(readAddress("#/table/a%20b/at/0?token=x%3D"), {
    table: "a b",
    plain: "#/table/a%20b/at/0",
    made: 0,
    token: "x=",
    invitation: null,
  });
  assert.equal(readAddress("#/table/a?invitation=i")?.invitation, "i");
  assert.equal(readAddress("#/table/a")?.made, null);
});

test("any other address is the start page", () => {
  for (const hash of ["", "#/", "#/table/", "#/table/a/b", "#/table/a/at/x"]) {
    assert.equal(readAddress(hash), null, hash);
  }
});

test("a table's address says who looks, after what was asked", () => {
  const table = new Table("a/b", null);
  assert.equal(table.path("/log.txt"), "/api/tables/a%2Fb/log.txt");
  table.seat = "us";
  assert.equal(table.path("/log.txt"), "/api/tables/a%2Fb/log.txt?seat=us");
  assert.equal(table.path("/why?unit=1"), "/api/tables/a%2Fb/why?unit=1&seat=us");
});

test("a link carries the key; the record is for all seats", () => {
  const table = new Table("t", "key&");
  table.seat = "us";
  assert.equal(table.link("/log.txt"), "/api/tables/t/log.txt?seat=us&token=key%26");
  assert.equal(table.link("/record"), "/api/tables/t/record?token=key%26");
  assert.equal(new Table("t", null).link("/record"), "/api/tables/t/record");
});

test("answers that overtake each other do not take the revision back", () => {
  const table = new Table("t", null);
  table.keep({ revision: 5, flipbook: { track: [] } });
  const late = table.keep({ revision: 3, flipbook: {} });
  assert.equal(table.revision, 5);
  assert.equal(late.flipbook, null, "a flipbook without a track is none");
});

test("what is remembered comes back; what cannot be read does not matter", () => {
  remember("speed", 3);
  assert.equal(remembered("speed", 1), 3);
  localStorage.setItem("beachhead.speed", "{");
  assert.equal(remembered("speed", 1), 1);
  assert.equal(remembered("never", "no"), "no");
});

test("invitations of seats that were taken are forgotten", () => {
  keepInvitations("t", { us: "a", german: "b" });
  assert.deepEqual(openInvitations("t", ["german"]), { german: "b" });
  assert.deepEqual(openInvitations("t", ["us", "german"]), { german: "b" });
  assert.deepEqual(openInvitations("t", []), {});
  assert.equal(localStorage.getItem("beachhead.invitations.t"), null);
});

test("a record that is cut has no later choices and marks, no result and no seal", () => {
  const record = {
    choices: ["a", "b", "c"],
    marks: { 1: "x", 2: "y", 10: "z" },
    seal: "s",
    result: {},
    seed: 7,
  };
  assert.deepEqual(cut(record, 2), {
    choices: ["a", "b"],
    marks: { 1: "x", 2: "y" },
    result: null,
    seed: 7,
  });
  assert.equal(record.choices.length, 3);
});
