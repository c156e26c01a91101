// How the moves of any game are chosen from, and which dice an event has rolled. Run by test_parts.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST_AT_ONCE, stepOf, withValues } from "../../service/web/js/games/any_game/moves.js";
import { rolledDice } from "../../service/web/js/games/any_game/rolled.js";

const MANY = ["odds", "sixes"].flatMap((card) => [[0], [1], [0, 1]].flatMap((dice) => ["score", "reroll"].map((type) => ({ type, card, dice, decision: 9 }))));

test("a few moves are listed as they are", () => {
  const step = stepOf(MANY.slice(0, MOST_AT_ONCE));

  assert.equal(step.field, null);
  assert.deepEqual(step.choices.map(({ moves }) => moves), MANY.slice(0, MOST_AT_ONCE).map((move) => [move]));
});

test("of many, the type is chosen first, and each choice says which moves are left", () => {
  const step = stepOf(MANY);

  assert.equal(step.field, "type");
  assert.deepEqual(step.choices.map(({ value, moves }) => [value, moves.length]), [["score", 6], ["reroll", 6]]);
});

test("every move is reached by choosing one of its values after the other", () => {
  const all = Array.from({ length: 40 }, (_, number) => ({ type: "shift", token: number % 4, expression: { op: "+", left: number, right: 0 }, decision: 5 }));
  for (const wanted of all) {
    let [chosen, left] = [[], all];
    for (let step = stepOf(left); step.field !== null; step = stepOf(left)) {
      chosen = [...chosen, [step.field, wanted[step.field]]];
      left = withValues(all, chosen);
      if (left.length === 1) break;
    }
    assert.ok(left.includes(wanted));
    assert.ok(left.length <= MOST_AT_ONCE);
  }
});

test("a field that only some moves have is chosen by, too", () => {
  const moves = Array.from({ length: 12 }, (_, number) => ({ type: "bid", ...(number ? { dice: [number] } : {}), decision: 3 }));

  const { field, choices } = stepOf(moves);

  assert.deepEqual([field, choices.length, choices[0].value], ["dice", 12, null]);
  assert.deepEqual(withValues(moves, [["dice", null]]), [moves[0]]);
});

test("an event that has drawn all dice of the table has rolled those that it names, or all", () => {
  assert.deepEqual(rolledDice({ dice: [4, 1, 6], positions: [0, 2], draw: {} }, 3), [0, 2]);
  assert.deepEqual(rolledDice({ dice: [4, 1, 6], draw: {} }, 3), [0, 1, 2]);
});

test("what another game calls positions or dice is not taken for those of the table", () => {
  for (const positions of [7, [12, 4], ["a"], [1.5], [-1], null]) assert.deepEqual(rolledDice({ dice: [4, 1], positions, draw: {} }, 2), [0, 1]);
  for (const data of [{ dice: [4], draw: {} }, { dice: 2, draw: {} }, { draw: {} }, { dice: [4, 1] }]) assert.equal(rolledDice(data, 2), null);
});
