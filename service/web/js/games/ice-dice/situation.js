// What a seat can do now, with which tokens, and the value of its calculation. Pure.

import { valueOf, wholeOf } from "./arithmetic.js";
import { expressionOf } from "./sum.js";
import { onBig } from "./tokens.js";

/** The kind of the seat's decision: "setup", "shift", "take", "stuck" (only a pass is legal), "wait" (other seats decide), "over". */
export function decisionOf({ status, state }, moves) {
  if (status === "finished" || state.phase === "over") return "over";
  if (!moves.length) return "wait";
  return moves.every(({ type }) => type === "pass") ? "stuck" : state.phase;
}

/** The tokens of which the seat chooses one to move. */
export function choosable({ decision, view: { state }, moves }) {
  if (decision === "setup") return onBig(state).filter(({ token }) => moves.some((move) => move.token === token));
  if (decision === "shift") return onBig(state);
  return decision === "take" ? state.medium.filter(({ number }) => number !== state.shifted?.number) : [];
}

/** The value of the calculation: {expression, value}, or null while it is incomplete. After a division by zero, the value is null. */
export function madeBy({ sum, view }) {
  const expression = view.state.dice && expressionOf(sum);
  return expression && { expression, value: valueOf(expression, view.state.dice) };
}

/** The tokens whose number the calculation makes. */
export function hitBy(now) {
  const number = wholeOf(madeBy(now)?.value);
  return number === null || now.decision === "setup" ? [] : choosable(now).filter((token) => token.number === number);
}

/** The token that a move would move now: the chosen one if the calculation hits it, else the only one that it hits; null for none. */
export function targetOf(now) {
  if (now.decision === "setup") return choosable(now).find(({ token }) => token === now.goal) ?? null;
  const hits = hitBy(now);
  if (now.goal !== null) return hits.find(({ token }) => token === now.goal) ?? null;
  return hits.length === 1 ? hits[0] : null;
}

/** The legal move of this type with this token, or null. */
export const moveWith = (moves, type, token) => moves.find((move) => move.type === type && move.token === token) ?? null;

/** The reroll of these dice, or of all if none are given; null if no reroll is left. */
export function rerollOf(moves, positions) {
  const wanted = positions.length ? positions : [0, 1, 2];
  const fits = ({ dice }) => dice.length === wanted.length && dice.every((position) => wanted.includes(position));
  return moves.find((move) => move.type === "reroll" && fits(move)) ?? null;
}
