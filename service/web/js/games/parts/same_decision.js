// Whether a player may go on with what has been chosen.

/** Whether the decision is the same as before: then what was chosen for it stays. */
export function sameDecision(before, { view, moves, decision }) {
  if (decision !== before.decision || moves[0]?.decision !== before.moves[0]?.decision) return false;
  return String(view.state.dice) === String(before.view.state.dice);
}
