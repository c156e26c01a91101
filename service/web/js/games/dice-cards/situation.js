// What a seat can do now. Pure: all of it follows from the listed moves.

import { byCell, diceOf } from "./places.js";
import { changed, cheapest, costOf, numbersFor } from "./numbers.js";

/** The kind of the decision: "exchange", "keep", "roll", "stuck" (only a strike is legal), "wait" (others decide), "over". */
export function decisionOf({ status, state }, moves) {
  if (status === "finished" || state.phase === "over") return "over";
  if (!moves.length) return "wait";
  if (moves[0].type === "exchange" || moves[0].type === "keep") return moves[0].type;
  return moves.some(({ type }) => type === "mark") ? "roll" : "stuck";
}

/** The moves that the dice show with these steps, of the chosen number ("black", "red", "sum") if there is one. */
export function shownMoves({ moves, words, view, steps, source }) {
  const faces = changed(view.state.dice, steps);
  return moves.filter((move) => {
    if (move.type !== "mark") return false;
    const numbers = numbersFor(faces, diceOf(words.card(move.card).sheet, move.place));
    return source === null ? Object.values(numbers).includes(move.number) : numbers[source] === move.number;
  });
}

/** {card: {cell: [moves]}}: the cells that can be marked now, by card. */
export function litCells(now) {
  const cards = now.view.state.players[now.seat].cards;
  const shown = now.decision === "roll" ? shownMoves(now) : [];
  return new Map(cards.map(({ card, marks }) => [card, byCell(now.words.card(card).sheet, marks, shown.filter((move) => move.card === card))]));
}

/** The steps that a move costs, and the tickets. */
export function priceOf({ words, view }, move) {
  const steps = cheapest(view.state.dice, move.number, diceOf(words.card(move.card).sheet, move.place));
  return { steps, tickets: costOf(steps) };
}

/** The cards that a seat chooses from, and those that it has kept: {card, kept, chosen, able}, in the order of the deck; none after the choice. */
export function inHand({ hand, kept }, phase) {
  if (phase !== "choosing") return [];
  const all = [...hand.map((card) => ({ card, kept: false })), ...kept.map((card) => ({ card, kept: true }))];
  return all.map((one) => ({ ...one, chosen: one.kept, able: false })).sort((a, b) => a.card - b.card);
}

/** The same of a seat that can choose: those that it has kept stay chosen. */
export function choosable({ view, moves, picked, decision }) {
  const able = new Set(moves.flatMap(({ type, card, cards }) => (type === "exchange" ? cards : [card])));
  const all = inHand(view.state.own, view.state.phase);
  return all.map((one) => ({ ...one, chosen: one.kept || picked.has(one.card), able: decision !== "wait" && !one.kept && able.has(one.card) }));
}

/** Of the cards that were chosen to be kept before, those that can still be, at the view after it. */
export function stillPicked({ decision, picked }, { state }) {
  const hand = decision === "exchange" ? [] : (state.own?.hand ?? []);
  return new Set([...picked].filter((card) => hand.includes(card)));
}

/** The same mark (null for none) among these moves; null if it is not legal. */
export const legalMark = (moves, mark) =>
  moves.find(({ type, card, place, number }) => type === "mark" && card === mark?.card && place === mark.place && number === mark.number) ?? null;

/** The move that exchanges exactly these cards; null if it is not legal. */
export const exchangeOf = (moves, picked) =>
  moves.find(({ type, cards }) => type === "exchange" && cards.length === picked.size && cards.every((card) => picked.has(card))) ?? null;
