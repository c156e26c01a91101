// The second verifier in a later build, whose game has one more option and one more member of an event: older files are right as before.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import dicyCards from "../../../service/web/verify/games/dicy-cards.mjs";
import { verify } from "../../../service/web/verify/verify.mjs";

const golden = (name) => readFileSync(new URL(`../../golden_tables/dicy-cards/${name}.json`, import.meta.url), "utf-8");

/** Dicy Cards in a later build: with one more option and one more member of a roll, each with its value in older files. */
const later = ({ before, rolled }) => ({
  ...dicyCards,
  before,
  events() {
    const known = dicyCards.events();
    return { ...known, "dicy-cards.dice-rolled": { ...known["dicy-cards.dice-rolled"], before: rolled } };
  },
  rules(emit, dice, own) {
    const tell = (type, owner, data) => emit(type, owner, type === "dicy-cards.dice-rolled" ? { ...data, pace: "as-ever" } : data);
    const game = dicyCards.rules(tell, dice, own);
    const options = game.options.bind(game);
    return Object.assign(game, { options: ({ pace = "as-new", ...known }, clock) => ({ ...options(known, clock), pace }) });
  },
});

test("an older file is right for a later build that says what an option and a member were before", () => {
  const pace = { pace: "as-ever" };
  const verdict = (name, game) => verify(golden(name), { games: { "dicy-cards": game } });

  for (const name of ["built-in-players", "forked", "forked-twice"]) {
    assert.equal(verdict(name, later({ before: pace, rolled: pace })).status, "right", name);
    assert.equal(verdict(name, later({ rolled: pace })).status, "wrong", name);
    assert.equal(verdict(name, later({ before: pace })).status, "wrong", name);
  }
});
