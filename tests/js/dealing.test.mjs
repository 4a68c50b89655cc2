import assert from "node:assert/strict";
import { test } from "node:test";

import {
  brokenPromises,
  dealingWarning,
  startedFrom,
  trustWarnings,
  verifyCommand,
} from "../../src/beachhead/web/static/js/dealing.js";

const SCENARIO = { kind: "scenario", made: 0 };
const DEALING = { dealer: "sha256", typed: false, commitment: "c0", nonces: { us: "n1" } };
const NOTE = { commitment: "c0", nonces: { us: "n1" } };
const name = (/** @type {string} */ seat) => `the ${seat} player`;

test("what a game started from is said, and by link who chose it", () => {
  assert.equal(
    startedFrom({ origin: SCENARIO, seating: "link" }),
    "The game began from the scenario.",
  );
  const one = { kind: "record", made: 1 };
  assert.equal(
    startedFrom({ origin: one, seating: "solo" }),
    "The game began from a record, with 1 choice made.",
  );
  assert.match(startedFrom({ origin: { ...one, made: 2 }, seating: "link" }), /2 choices.*founder/);
});

test("a typed seed is warned of only where somebody else plays", () => {
  const dealing = { ...DEALING, typed: true };
  assert.match(dealingWarning({ dealing, seating: "link" }), /typed the seed/);
  assert.equal(dealingWarning({ dealing, seating: "hotseat" }), "");
  assert.equal(dealingWarning({ dealing: DEALING, seating: "link" }), "");
});

test("games that version 0.1 began are warned of anywhere", () => {
  const dealing = { ...DEALING, dealer: "splitmix64" };
  assert.match(dealingWarning({ dealing, seating: "solo" }), /Version 0\.1/);
});

test("nothing is warned of where there is nothing to warn of", () => {
  const snapshot = { dealing: DEALING, seating: "link", origin: SCENARIO };
  assert.deepEqual(trustWarnings(snapshot), []);
  const chosen = { ...snapshot, origin: { kind: "situation", made: 0 } };
  assert.equal(trustWarnings(chosen).length, 1);
});

test("a promise is kept while commitment and nonces are as noted", () => {
  assert.deepEqual(brokenPromises({ dealing: DEALING }, NOTE, name), []);
  assert.deepEqual(brokenPromises({ dealing: null }, null, name), []);
});

test("a changed commitment and a changed nonce are both found", () => {
  const dealing = { ...DEALING, commitment: "c1", nonces: { us: "n2" } };
  const broken = brokenPromises({ dealing }, NOTE, name);
  assert.equal(broken.length, 2);
  assert.match(broken[0], /commitment/);
  assert.match(broken[1], /the us player/);
  assert.equal(brokenPromises({ dealing: null }, NOTE, name).length, 2);
});

test("the command that checks a record names what was noted", () => {
  const snapshot = { game: "g", scenario: "s", table: "t" };
  assert.deepEqual(verifyCommand(snapshot, null), ["beachhead", "verify", "g-s-t.json"]);
  assert.deepEqual(verifyCommand(snapshot, NOTE).slice(3), [
    "--commitment",
    "c0",
    "--nonce",
    "us=n1",
  ]);
});
