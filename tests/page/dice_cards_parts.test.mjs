// The parts of the table of Dice Cards, without a browser. Run by test_parts.py.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { viewAfter } from "../../service/web/js/games/dice-cards/fold.js";
import { keeping } from "../../service/web/js/games/dice-cards/keeping.js";
import { latestAnswers } from "../../service/web/js/games/dice-cards/latest.js";
import { changed, cheapest, costOf, numbersFor, stepped } from "../../service/web/js/games/dice-cards/numbers.js";
import { stillPicked } from "../../service/web/js/games/dice-cards/situation.js";
import { wordsOf } from "../../service/web/js/games/dice-cards/words.js";
import { byCell, nextCell } from "../../service/web/js/games/dice-cards/places.js";
import { written } from "../../workers/drawing/js/drawing/sheets.js";

const [ANY, BLACK, RED, BOTH] = [[], [0], [1], [0, 1]];
const DICE = { black: 2, red: 6 };

test("a card with which a table began has its own sheet, and no rule of another card", () => {
  const [one, other, own] = [{ width: 100, cells: [1] }, { width: 200, cells: [2] }, { width: 300, cells: [3] }];
  const words = wordsOf({ cards: [{ id: "1", title: "One", text: "Its rule.", sheet: one }, { id: "2", title: "Two", text: "Another.", sheet: other }] });

  const [usual, old] = [words.at({ sheets: {} }), words.at({ sheets: { 2: own } })];

  assert.deepEqual([1, 2].map((card) => usual.card(card).sheet), [one, other]);
  assert.deepEqual([1, 2].map((card) => old.card(card).sheet), [one, own]);
  assert.deepEqual([usual.title(2), old.title(2), old.card(1).text], ["Two", "Two", "Its rule."]);
  assert.notEqual(old.card(2).text, "Another.");
});

test("a place has the numbers of the dice that it takes", () => {
  const shown = [ANY, BLACK, RED, BOTH].map((taken) => Object.values(numbersFor([2, 6], taken)));

  assert.deepEqual(shown, [[2, 6, 8], [2], [6], [26]]);
  assert.deepEqual([written(26, BOTH), written(11, ANY)], ["2 6", "11"]);
});

test("tickets change a die by one each, between 1 and 6, as long as there are any", () => {
  const now = { dice: DICE, steps: [0, 0], tickets: 2 };

  assert.deepEqual(stepped(now, 0, 1), [1, 0]);
  assert.equal(stepped(now, 1, 1), null);
  assert.equal(stepped({ ...now, steps: [1, -1] }, 0, 1), null);
  assert.deepEqual(changed(DICE, [1, -1]), [3, 5]);
});

test("a number costs as few tickets as the dice need to show it", () => {
  const costs = [[8, ANY], [7, ANY], [3, ANY], [12, ANY], [4, BLACK], [4, RED], [33, BOTH]];

  assert.deepEqual(costs.map(([number, taken]) => costOf(cheapest(DICE, number, taken))), [0, 1, 1, 4, 2, 2, 4]);
});

test("a number goes into the next cell of its place, for a piece above all that lies there", () => {
  const rows = { places: [[0, 1, 2], [3]], cells: [] };

  assert.equal(nextCell(rows, 0, [5, 0, 0, 0]), 1);
  assert.equal(nextCell(rows, 0, [0, 4, 0, 0]), 2);
  assert.equal(nextCell(rows, 0, [5, 4, 3, 0]), null);
  const moves = [{ place: 0, number: 2 }, { place: 0, number: 8 }, { place: 1, number: 6 }];
  assert.deepEqual([...byCell(rows, [5, 0, 0, 0], moves)].map(([cell, there]) => [cell, there.length]), [[1, 2], [3, 1]]);
});

test("chosen cards are kept one after the other, each as an answer to a new decision", () => {
  const queue = keeping();
  const moves = (decision, ...cards) => cards.map((card) => ({ type: "keep", card, decision }));
  queue.begin([3, 7]);

  assert.equal(queue.next(moves(10, 3, 5, 7)).card, 3);
  assert.equal(queue.next(moves(10, 3, 5, 7)), null);
  assert.equal(queue.isOn(), true);
  assert.deepEqual(queue.next(moves(11, 5, 7)), { type: "keep", card: 7, decision: 11 });
  assert.equal(queue.next(moves(12, 5)), null);
  assert.equal(queue.isOn(), false);
});

test("what was chosen to be kept stays chosen while it is in the hand, and what was chosen for an exchange does not", () => {
  const view = { state: { own: { hand: [2, 5, 7], kept: [3] } } };
  const picked = new Set([3, 5, 7]);

  assert.deepEqual([...stillPicked({ decision: "keep", picked }, view)], [5, 7]);
  assert.deepEqual([...stillPicked({ decision: "exchange", picked }, view)], []);
  assert.deepEqual([...stillPicked({ decision: "keep", picked }, { state: { own: null } })], []);
});

test("what every seat did last is that of the last answers that are told, at any version", () => {
  const mark = { card: 9, place: 1, number: 4, cells: [[1, 4], [2, 4]], spent: 0, earned: 1 };
  const strike = { card: null, place: 0, number: 0, cells: [], spent: 0, earned: 0 };
  const told = (version, ...answers) => ({ type: "dice-cards.answers-revealed", version, data: { answers } });
  const events = [{ type: "dice-cards.dice-rolled", version: 4, data: {} }, told(7, mark, strike, null), told(11, strike, mark, null)];

  assert.deepEqual(latestAnswers(events, 6), []);
  const [did, struck, none] = latestAnswers(events, 10);
  assert.deepEqual([did.card, [...did.cells], did.number], [9, [1, 2], 4]);
  assert.deepEqual([struck.card, none], [null, null]);
  assert.deepEqual(latestAnswers(events, 11).map((answer) => answer && answer.card), [null, 9, null]);
});

const GOLDEN = new URL("../golden/dice-cards/", import.meta.url);
const NOBODY = { tickets: 0, points: 0, waiting: true, cards: [] };

test("step by step a board comes to the marks, tickets and points of the service's view", () => {
  for (const name of readdirSync(GOLDEN)) {
    const { events, view: told } = JSON.parse(readFileSync(new URL(name, GOLDEN), "utf-8"));
    const seats = events.find(({ type }) => type === "dice-cards.deck-shuffled").data.seats;
    const start = { phase: "choosing", roll: 0, dice: null, own: null, players: Array(seats).fill(NOBODY) };
    const view = { state: start, round: 1, seats: Array.from({ length: seats }, (_, seat) => ({ seat, resigned: false })), owed: [] };
    const last = events.reduce((before, event) => viewAfter(before, { seat: null, version: 1, ...event }), view);

    const known = ({ points, tickets, cards }) => ({ points, tickets, cards: cards.map(({ card, marks, points: worth }) => [card, marks, worth]) });
    assert.deepEqual(last.state.players.map(known), told.players.map(known), name);
  }
});
