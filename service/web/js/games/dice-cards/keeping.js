// Keeps the chosen cards one after the other: the service asks for each by itself, a player chooses all at once.

/** The number of cards that a seat keeps. */
export const KEPT = 6;

/**
 * {begin(cards), next(moves), isOn(), stop()}: `next` returns the move that keeps the next of the cards, null if it is not legal, or if
 * these are still the moves of the card before; `isOn` says whether cards are left.
 */
export function keeping() {
  let [left, answered] = [[], null];
  const next = (moves) => {
    const move = moves.find(({ type, card, decision }) => type === "keep" && card === left[0] && decision !== answered);
    if (!move) return null;
    left = left.slice(1);
    answered = move.decision;
    return move;
  };
  const begin = (cards) => void ([left, answered] = [[...cards], null]);
  return { begin, next, isOn: () => left.length > 0, stop: () => void (left = []) };
}
