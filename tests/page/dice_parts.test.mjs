// When a table's dice were fixed, as this browser knows it. Run by test_parts.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changed, fixed, withOthers } from "../../service/web/js/fixed.js";

const OURS = "11".repeat(32);
const view = (fairness = {}, state = {}) => ({ state, fairness: { commitment: OURS, reserved: true, client_seeds: ["ours"], ...fairness } });
const promise = (how, seeds = ["ours"]) => ({ how, commitment: OURS, seeds });

test("dice that were reserved and kept here are told from those that the table only says were reserved", () => {
  assert.equal(fixed(promise("reserved"), view()), "reserved");
  assert.equal(fixed(null, view()), "told");
  assert.equal(fixed(promise("created"), view()), "told");
});

test("a commitment that was seen before our own seed was named is as good, reserved or not", () => {
  assert.equal(fixed(promise("seated"), view({ reserved: false })), "seated");
  assert.equal(fixed(promise("seated"), view()), "seated");
});

test("dice that were not reserved are said not to be", () => {
  assert.equal(fixed(null, view({ reserved: false })), "open");
  assert.equal(fixed(promise("created"), view({ reserved: false })), "open");
});

test("another commitment is a change, whatever was kept of the table", () => {
  for (const how of ["reserved", "seated", "created"]) {
    assert.equal(fixed(promise(how), view({ commitment: "22".repeat(32), reserved: how === "reserved" })), "changed");
  }
});

test("a table that was reserved and then says that it was not has changed", () => {
  assert.ok(changed(promise("reserved"), view({ reserved: false })));
});

test("a seed of ours that is left out or replaced is a change as soon as the game has started", () => {
  for (const seeds of [[], ["theirs"], ["Ours"]]) {
    assert.ok(changed(promise("reserved"), view({ client_seeds: seeds })), seeds.join());
    assert.ok(!changed(promise("reserved"), view({ client_seeds: [] }, null)));
  }
  assert.ok(!changed(promise("seated", ["ours", "mine"]), view({ client_seeds: ["theirs", "mine", "ours"] })));
});

test("others who named a seed could have been the last to do so", () => {
  assert.equal(withOthers(promise("reserved"), view()), false);
  assert.equal(withOthers(promise("reserved"), view({ client_seeds: ["ours", "theirs"] })), true);
  assert.equal(withOthers(null, view()), true);
});
