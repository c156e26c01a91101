// What a seat can do now and with which selection, from the service's list of its legal moves. Pure.

/**
 * The kind of the seat's decision: "roll", "play", "stuck" (only a skip is legal), "freeze" or "reset" (a card, for an effect or after a
 * skip), "wait" (other seats decide), "over".
 */
export function situation(view, moves) {
  if (view.status === "finished" || view.state.phase === "over") return "over";
  const kinds = new Set(moves.map(({ type }) => type));
  if (kinds.has("freeze")) return "freeze";
  if (kinds.has("reset")) return "reset";
  if (kinds.has("roll")) return "roll";
  if (kinds.has("reroll") || kinds.has("score")) return "play";
  return kinds.has("skip") ? "stuck" : "wait";
}

/** The legal move of this type with these cards and dice, or null. */
export function moveFor(moves, type, card = null, places = []) {
  const fits = (move) => move.type === type && [undefined, card].includes(move.card ?? move.freeze) && same(move.dice, places);
  return moves.find(fits) ?? null;
}

/** The data of the move: {card, places}. */
export function selectionOf(move) {
  return { card: move.card ?? move.freeze ?? null, places: move.dice ?? [] };
}

/** The dice of the selection, in the roll's order. */
export const inOrder = (picked) => [...picked].sort((a, b) => a - b);

function same(dice, places) {
  return dice === undefined || (dice.length === places.length && dice.every((place) => places.includes(place)));
}
