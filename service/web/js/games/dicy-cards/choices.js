// What a seat can do now and with which selection, from the service's list of its legal moves. Pure.

/**
 * The kind of the seat's decision: "roll", "play", "stuck" (only a skip is legal), "freeze" or "reset" (a card, for an effect or after a
 * skip), "wait" (other seats decide), "over".
 */
export function decisionOf(view, moves) {
  if (view.status === "finished" || view.state.phase === "over") return "over";
  const kinds = new Set(moves.map(({ type }) => type));
  if (kinds.has("freeze")) return "freeze";
  if (kinds.has("reset")) return "reset";
  if (kinds.has("roll")) return "roll";
  if (kinds.has("reroll") || kinds.has("score")) return "play";
  return kinds.has("skip") ? "stuck" : "wait";
}

/** The legal move of this type with these cards and dice, or null. */
export function moveFor(moves, type, card = null, positions = []) {
  const fits = (move) => move.type === type && [undefined, card].includes(move.card ?? move.freeze) && same(move.dice, positions);
  return moves.find(fits) ?? null;
}

/** The data of the move: {card, positions}. */
export function selectionOf(move) {
  return { card: move.card ?? move.freeze ?? null, positions: move.dice ?? [] };
}

/** The dice of the selection, in the roll's order. */
export const inOrder = (picked) => [...picked].sort((a, b) => a - b);

function same(dice, positions) {
  return dice === undefined || (dice.length === positions.length && dice.every((position) => positions.includes(position)));
}
