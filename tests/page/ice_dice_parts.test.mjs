// The parts of the table of Ice Dice, without a browser. Run by test_parts.py.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../../docs/verify.mjs";
import { valueOf, valueText, wholeOf, written } from "../../service/web/js/games/ice-dice/arithmetic.js";
import { afterDrop, dropPosition } from "../../service/web/js/games/ice-dice/drag.js";
import { viewAfter } from "../../service/web/js/games/ice-dice/fold.js";
import { gameOf } from "../../service/web/js/games/ice-dice/index.js";
import { keyOf } from "../../service/web/js/games/ice-dice/keys.js";
import { sheet } from "../../service/web/js/games/ice-dice/sheet.js";
import { choosable, decisionOf, hitBy, rerollOf, targetOf } from "../../service/web/js/games/ice-dice/situation.js";
import { cellFor } from "../../service/web/js/table/columns.js";
import * as building from "../../service/web/js/games/ice-dice/sum.js";

const { EMPTY, expressionOf, rebracketed, sumOf, undone, withDie, withSign, withoutSign } = building;

/** The calculation after these presses: digits are dice by their position, ( moves the brackets, < is undo. */
function pressed(presses) {
  const press = { "(": rebracketed, "<": undone };
  const next = (sum, key) => press[key]?.(sum) ?? (/\d/.test(key) ? withDie(sum, Number(key)) : withSign(sum, key));
  return [...presses].reduce(next, EMPTY);
}

const reads = (presses, faces = [2, 3, 6]) => written(expressionOf(pressed(presses)), faces);
const makes = (presses, faces = [2, 3, 6]) => valueText(valueOf(expressionOf(pressed(presses)), faces));

test("dice and signs come in any order and take the next free position", () => {
  const sums = ["0+1", "01+", "0+*1", "0+1*2", "012+*", "01+2*", "0+1*2-"].map((presses) => reads(presses));

  assert.deepEqual(sums, ["2 + 3", "2 + 3", "2 × 3", "2 + (3 × 6)", "2 + (3 × 6)", "2 + (3 × 6)", "(2 + 3) − 6"]);
  assert.equal(expressionOf(pressed("0+")), null);
  assert.equal(expressionOf(pressed("0+1*")), null);
  assert.equal(expressionOf(pressed("012+")), null);
  assert.equal(withSign(EMPTY, "+"), null);
});

test("brackets are where school has them until they are moved", () => {
  assert.deepEqual(["0+1*2", "0+1*2(", "0*1+2", "0*1+2(", "0-1-2"].map((presses) => reads(presses)), [
    "2 + (3 × 6)", "(2 + 3) × 6", "(2 × 3) + 6", "2 × (3 + 6)", "(2 − 3) − 6",
  ]);
  assert.equal(rebracketed(pressed("0+1")), null);
});

test("undo removes the parts one by one", () => {
  assert.deepEqual(undone(pressed("0+1")), pressed("0+"));
  assert.deepEqual(undone(pressed("0+")), pressed("0"));
  assert.deepEqual(undone(pressed("0")), EMPTY);
  assert.deepEqual(undone(EMPTY), EMPTY);
  assert.equal(reads("0+1*21"), "2 × 6");
  assert.equal(reads("0+1*20"), "3 × 6");
  assert.equal(reads("0+1*22"), "2 + 3");
  assert.equal(expressionOf(withoutSign(pressed("0+1"), 0)), null);
});

/** A calculation as text, complete or not: dice by their position, _ where a sign is missing. */
const shape = ({ dice, signs }) => dice.map((die, at) => `${die}${signs[at] ?? (at < dice.length - 1 ? "_" : "")}`).join("");

test("a die is dropped between others, moves among them, and is removed outside the line", () => {
  const drop = (presses, die, at, from = null) => shape(afterDrop(pressed(presses), { die, from }, at));

  assert.deepEqual([drop("", 0, 0), drop("0+", 1, 1), drop("0+1", 2, 2)], ["0", "0+1", "0+1_2"]);
  assert.deepEqual([drop("0+1", 2, 0), drop("0+1", 2, 1), drop("0+1*", 2, 0)], ["2_0+1", "0+2_1", "2+0*1"]);
  assert.deepEqual([drop("0+1*2", 2, 0, 2), drop("0+1*2", 0, 1), drop("0+1", 1, 1, 1)], ["2+0*1", "1+0*2", "0+1"]);
  assert.deepEqual([drop("0+1*2", 1, null, 1), drop("0+1", 1, null), drop("0", 2, null)], ["0*2", "0+1", "0"]);
});

test("a sign is dropped where one may be, else where a tap puts it", () => {
  const drop = (presses, sign, at, from = null) => afterDrop(pressed(presses), { sign, from }, at);

  assert.deepEqual(["0", "01", "0+1", "0+1", "012"].map((presses, n) => shape(drop(presses, "*", [0, 0, 0, 1, 2][n]))), [
    "0*", "0*1", "0*1", "0+1*", "0*1_2",
  ]);
  assert.equal(shape(drop("0+12", "+", 1, 0)), "0_1+2");
  assert.deepEqual([shape(drop("0+1*2", "*", null, 1)), shape(drop("0+1", "*", null))], ["0+1_2", "0+1"]);
  assert.equal(drop("", "+", 0), null);
});

test("the drop position follows from the dice to the left of it", () => {
  const positions = (thing) => [5, 25, 45, 65].map((x) => dropPosition(x, [10, 30, 50], thing));

  assert.deepEqual([positions({ die: 1 }), positions({ sign: "+" })], [[0, 1, 2, 3], [0, 0, 1, 2]]);
  assert.deepEqual([dropPosition(5, [], { die: 1 }), dropPosition(5, [], { sign: "+" })], [0, 0]);
});

test("values are exact: fractions, negative ones, and none at all", () => {
  assert.deepEqual(["0/1", "0-1", "1-0/2", "0/1*2", "0*1"].map((presses) => makes(presses)), ["2/3", "−1", "8/3", "4", "6"]);
  assert.deepEqual([[2, 3, 6], [6, 2, 3], [2, 6, 3]].map((faces) => makes("0/1-2(", faces)), ["−2/3", "−6", "2/3"]);
  assert.equal(valueOf(expressionOf(pressed("0/1-2(")), [2, 3, 3]), null);
  assert.equal(wholeOf(valueOf(expressionOf(pressed("0/1")), [4, 2])), 2);
  assert.equal(wholeOf(null), null);
});

const REACHED = [
  0, 216, 201, 190, 190, 180, 181, 166, 161, 148, 145, 102, 150, 57, 69, 94, 70, 30, 83, 30, 86,
  42, 30, 21, 90, 40, 15, 25, 27, 15, 77, 12, 25, 9, 9, 21, 49,
]; // by the rules, of 216 rolls

test("everything that the rules call reachable can be put together here, and nothing else", () => {
  const [faces, signs, reached] = [[1, 2, 3, 4, 5, 6], ["+", "-", "*", "/"], Array(37).fill(0)];
  const orders = ["01", "02", "10", "12", "20", "21", "012", "021", "102", "120", "201", "210"];
  const sums = orders.flatMap((order) => (order.length === 2
    ? signs.map((sign) => pressed(order + sign))
    : signs.flatMap((one) => signs.flatMap((other) => ["", "("].map((moved) => pressed(order + one + other + moved))))));
  for (const roll of faces.flatMap((a) => faces.flatMap((b) => faces.map((c) => [a, b, c])))) {
    for (const number of new Set(sums.map((sum) => wholeOf(valueOf(expressionOf(sum), roll))))) if (number in reached) reached[number] += 1;
  }

  assert.deepEqual(reached.slice(1), REACHED.slice(1));
});

test("an expression of a move is shown as the sum that makes it", () => {
  for (const presses of ["0+1", "2/0", "0+1*2", "0+1*2(", "2*1-0", "2*1-0("]) {
    const expression = expressionOf(pressed(presses));
    assert.deepEqual(expressionOf(sumOf(expression)), expression);
  }
});

const token = (number, colour = "red", id = number) => ({ token: id, number, colour });
const STATE = {
  variant: "standard", phase: "shift", turn: 0, dice: [2, 3, 6], rerolls: 0, rerolls_left: null, shifted: null,
  lines: [[token(5), token(6), null], [token(18, "blue"), token(12, "green"), token(12, "violet", 30)]],
  medium: [token(1, "orange"), token(9)],
  players: [{ points: 0, own: [], majorities: [] }, { points: 0, own: [], majorities: [] }], last_round: false,
};
const view = (changes = {}) => ({ status: "playing", version: 9, round: 1, seats: [], options: { ties: "adults" }, owed: [{ seat: 0, decision: 9, deadline: "later" }], state: { ...STATE, ...changes } });
const NOW = { decision: "shift", moves: [], goal: null };
const at = (presses, changes = {}, more = {}) => ({ ...NOW, sum: pressed(presses), view: view(changes), ...more });
const ids = (tokens) => tokens.map((one) => one.token);

test("the tokens that a sum hits are those with its number, on the board of the decision", () => {
  assert.deepEqual(ids(hitBy(at("1*2"))), [18]);
  assert.deepEqual(ids(hitBy(at("0*2"))), [12, 30]);
  assert.deepEqual(ids(hitBy(at("0+1"))), [5]);
  assert.deepEqual(ids(hitBy(at("0/1"))), []);
  assert.deepEqual(ids(hitBy(at("1+2", { shifted: { token: 5, number: 5 } }, { decision: "take" }))), [9]);
  assert.deepEqual(ids(hitBy(at("1+2", { shifted: { token: 20, number: 9 } }, { decision: "take" }))), []);
});

test("what is moved is the one token that is hit, or the chosen one of several", () => {
  assert.equal(targetOf(at("1*2")).token, 18);
  assert.equal(targetOf(at("0*2")), null);
  assert.equal(targetOf(at("0*2", {}, { goal: 30 })).token, 30);
  assert.equal(targetOf(at("1*2", {}, { goal: 5 })), null);
});

test("the kind of a decision follows from the legal moves", () => {
  const decision = (types, phase = "shift") => decisionOf(view({ phase }), types.map((type) => ({ type })));

  assert.deepEqual([decision(["shift", "pass"]), decision(["reroll", "pass"]), decision(["take", "pass"], "take")], ["shift", "shift", "take"]);
  assert.deepEqual([decision(["pass"], "take"), decision([]), decision(["setup"], "setup"), decision([], "over")], ["stuck", "wait", "setup", "over"]);
  assert.deepEqual(ids(choosable({ decision: "setup", view: view(), moves: [{ type: "setup", token: 6 }] })), [6]);
});

test("a reroll is of the chosen dice, or of all", () => {
  const moves = [[0], [1], [0, 2], [0, 1, 2]].map((dice) => ({ type: "reroll", dice }));

  const rolled = [[2, 0], [], [2]].map((tapped) => rerollOf(moves, tapped)?.dice ?? null);

  assert.deepEqual(rolled, [[0, 2], [0, 1, 2], null]);
});

test("a sum is typed as it is written, and Enter leaves buttons alone unless they are pointed at", () => {
  const [body, button, die] = [null, { matches: () => false }, { matches: () => true }].map((inside) => ({ closest: () => inside }));

  assert.deepEqual(["6", "x", ":", "(", "Backspace", "q"].map((key) => keyOf(key, body)), [
    ["face", 6], ["sign", "*"], ["sign", "/"], ["brackets"], ["undo"], [],
  ]);
  assert.deepEqual([keyOf("Enter", body), keyOf("Enter", button), keyOf("Enter", die)], [["move"], [], []]);
  assert.deepEqual([keyOf("Enter", button, true), keyOf("Enter", die, true), keyOf(" ", die, true)], [[], ["move"], []]);
});

const event = (type, data, seat = 0) => ({ version: 10, type: `ice-dice.${type}`, seat, data });

test("a board follows what happens, step by step", () => {
  const shifted = viewAfter(view(), event("token-shifted", { token: 18, number: 18 }));
  const taken = viewAfter(shifted, event("token-taken", { token: 9, number: 9, points: [2, 0] }));
  const next = viewAfter(taken, event("turn-began", { round: 2 }, 1));

  assert.deepEqual([ids(shifted.state.medium), shifted.state.lines[1][0], shifted.state.phase], [[1, 9, 18], null, "take"]);
  assert.deepEqual([ids(taken.state.medium), ids(taken.state.players[0].own), taken.state.players[0].points], [[1, 18], [9], 2]);
  assert.deepEqual([next.round, next.state.turn, next.state.dice, next.owed[0].seat], [2, 1, null, 1]);
  assert.deepEqual(taken.state.players.map(({ majorities }) => majorities.length), [1, 0]);
  assert.deepEqual([shifted, taken, next].map(({ owed }) => owed[0].deadline), ["later", "later", null]);
});

test("the score sheet lists the points of every turn, and what it changed for the others", () => {
  const events = [
    event("board-laid", { seats: 2 }), event("turn-began", { round: 1 }), event("token-taken", { number: 9, points: [3, 0] }),
    event("turn-began", { round: 1 }, 1), event("token-taken", { number: 4, points: [2, 2] }, 1),
    event("turn-began", { round: 2 }), event("token-shifted", { number: 7 }), event("turn-passed", {}),
    event("turn-began", { round: 2 }, 1), event("turn-passed", {}, 1),
  ];

  const rows = sheet(events);

  const brought = rows.map(({ round, turns }) => [round, turns.map(({ points, instead }) => points ?? instead)]);
  assert.deepEqual(brought, [[1, [3, 2]], [2, ["ice.passed", "ice.passed"]]]);
  assert.deepEqual(rows[0].turns.map(({ others }) => others), [{ 1: 0 }, { 0: -1 }]);
  assert.deepEqual(rows[1].turns.map(({ did }) => did), ["ice.shifted", null]);
  assert.deepEqual([0, 1].map((seat) => cellFor(seat, rows[0].turns).others), [-1, 0]);
});

const GOLDEN = new URL("../golden_tables/ice-dice/", import.meta.url);

test("the verifier accepts the board that a table was created with", () => {
  const files = readdirSync(GOLDEN).map((name) => readFileSync(new URL(name, GOLDEN), "utf-8"));
  const ownData = (text) => gameOf({}).ownData(null, JSON.parse(text).events);

  assert.ok(files.length > 0);
  for (const text of files) {
    assert.equal(ownData(text).boards["ice-dice"].lines.length > 0, text.includes("ice-dice.board-laid"));
    assert.equal(verify(text, ownData(text)).status, "right");
  }
});
