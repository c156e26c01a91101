// When a table's dice were fixed, as this browser knows it. Run by test_parts.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { diceOrigin, hasOtherSeeds, isChanged } from "../../service/web/js/dice_origin.js";

const OURS = "11".repeat(32);
const view = (fairness = {}, state = {}) => ({ state, fairness: { commitment: OURS, reserved: true, client_seeds: ["ours"], ...fairness } });
const stored = (how, seeds = ["ours"]) => ({ how, commitment: OURS, seeds });

test("dice reserved and stored here are distinguished from those that only the table calls reserved", () => {
  assert.equal(diceOrigin(stored("reserved"), view()), "reserved");
  assert.equal(diceOrigin(null, view()), "claimed");
  assert.equal(diceOrigin(stored("created"), view()), "claimed");
});

test("a commitment that was seen before we sent our seed is as good, reserved or not", () => {
  assert.equal(diceOrigin(stored("seated"), view({ reserved: false })), "seated");
  assert.equal(diceOrigin(stored("seated"), view()), "seated");
});

test("dice that were not reserved are shown as such", () => {
  assert.equal(diceOrigin(null, view({ reserved: false })), "open");
  assert.equal(diceOrigin(stored("created"), view({ reserved: false })), "open");
});

test("another commitment is a change, whatever was stored about the table", () => {
  for (const how of ["reserved", "seated", "created"]) {
    assert.equal(diceOrigin(stored(how), view({ commitment: "22".repeat(32), reserved: how === "reserved" })), "changed");
  }
});

test("a table that was reserved and then says that it was not has changed", () => {
  assert.ok(isChanged(stored("reserved"), view({ reserved: false })));
});

test("a seed of ours that is left out or replaced is a change as soon as the game has started", () => {
  for (const seeds of [[], ["theirs"], ["Ours"]]) {
    assert.ok(isChanged(stored("reserved"), view({ client_seeds: seeds })), seeds.join());
    assert.ok(!isChanged(stored("reserved"), view({ client_seeds: [] }, null)));
  }
  assert.ok(!isChanged(stored("seated", ["ours", "mine"]), view({ client_seeds: ["theirs", "mine", "ours"] })));
});

test("other players who sent a seed may have been the last to do so", () => {
  assert.equal(hasOtherSeeds(stored("reserved"), view()), false);
  assert.equal(hasOtherSeeds(stored("reserved"), view({ client_seeds: ["ours", "theirs"] })), true);
  assert.equal(hasOtherSeeds(null, view()), true);
});
