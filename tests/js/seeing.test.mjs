import assert from "node:assert/strict";
import { test } from "node:test";

import { grouped, lately, says, unsaid } from "../../src/beachhead/web/static/js/choices.js";
import { cardFor } from "../../src/beachhead/web/static/js/table_card.js";

/** An option with nothing but what groups go by. */
function option(id, ends = false) {
  return { id, label: id, touches: [], rule: "", ends };
}

/** An event as the server tells it. */
function event(index, rule, detail = {}, manner = {}) {
  return { index, made: index, rule, detail, text: "", manner: { weight: "scene", ...manner } };
}

test("attacks come first, then what is free, what is paid for, and what ends", () => {
  const options = [option("done", true), option("walk"), option("shoot"), option("rest")];
  const groups = grouped(options, { shoot: "hostile", rest: "free" });
  assert.deepEqual(
    groups.map(({ name, options: each }) => [name, each.map(({ id }) => id)]),
    [
      ["Attacks", ["shoot"]],
      ["Free", ["rest"]],
      ["Actions", ["walk"]],
      ["Ends", ["done"]],
    ],
  );
});

test("a single group needs no name", () => {
  const [group] = grouped([option("walk"), option("run")], {});
  assert.equal(group.name, "");
});

test("a choice is found by all words that were typed, in any order", () => {
  assert.ok(says("Add U.S. 5 Motorized Corps in F14", "f14 corps"));
  assert.ok(!says("Add U.S. 5 Motorized Corps in F14", "f14 army"));
  assert.ok(says("anything", ""));
});

test("what would be left undone is not said twice on one button", () => {
  const end = "End the 1st Division's actions: 2 unspent actions are lost";
  assert.equal(unsaid(end, "1st Division: 2 actions left."), "");
  const left = "28 units or armies could still move.";
  assert.equal(unsaid("End the movement step: 14 Moves left", left), left);
  assert.equal(unsaid("Pass", ""), "");
});

test("what just happened is the last thing worth telling, if it is not long ago", () => {
  const events = [event(1, "6"), event(2, "6", {}, { weight: "aside" })];
  assert.equal(lately(events, { made: 2 })?.index, 1);
  assert.equal(lately(events, { made: 9 }), undefined);
});

test("the card that something is about was laid under the same chapter of the rules", () => {
  const drawn = event(1, "6", { card: 12, use: "fire" });
  const read = event(2, "6.1", { card: 12 });
  assert.deepEqual(cardFor([drawn, read, event(3, "6.3")], "6.3"), { id: 12, used: "fire" });
  assert.equal(cardFor([drawn, read], "7.2"), null);
  assert.equal(cardFor([drawn, event(2, "4", {}, { begins: "turn" })], "6.3"), null);
  assert.equal(cardFor([event(1, "6.2", { card: "artillery-2" })], "6.2"), null);
  assert.equal(cardFor([event(1, "6.2", { face: "card-artillery" })], "6.2")?.id, "card-artillery");
});
