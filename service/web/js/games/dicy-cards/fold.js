// Computes the view after an event, as far as the board draws it, so that a board can show several new events step by step.
// The service's view is the final one.

const without = (list, item) => list.filter((other) => other !== item);

const STEPS = {
  "dice-rolled": (state, _, { dice }) => ({ ...state, dice, phase: "play" }),
  "dice-rerolled": (state, _, { dice }) => ({ ...state, dice }),
  "card-frozen": (state, seat, { card }) => turned(state, seat, card, "active", "frozen"),
  "card-reset": (state, seat, { card }) => turned(state, seat, card, "frozen", "active"),
  "card-scored": (state, seat, { score }) => ({ ...player(state, seat, { score }), phase: "choice" }),
  "turn-skipped": (state) => ({ ...state, phase: "choice" }),
  "choices-owed": (state, _, { seats, kind }) => ({ ...state, pending: seats.map((seat) => ({ seat, kind })) }),
  "turn-ended": (state, _, { next }) => ({ ...state, turn: next, phase: "roll", dice: null, pending: [] }),
  "game-ended": (state) => ({ ...state, phase: "over", pending: [] }),
};

/** The view after the event. An event that changes nothing on the board returns the same view. */
export function viewAfter(view, { type, seat, data, version }) {
  const step = STEPS[type.replace("dicy-cards.", "")];
  if (!step || !view.state) return view;
  const state = step(view.state, seat, data);
  const owed = owing(state).map((one) => ({ seat: one, decision: null, deadline: null }));
  return { ...view, version, state, round: data.round ?? view.round, owed };
}

function owing({ phase, pending, turn }) {
  if (phase === "choice" && pending.length) return pending.map(({ seat }) => seat);
  return phase === "over" ? [] : [turn];
}

function player(state, seat, changes) {
  return { ...state, players: state.players.map((old, at) => (at === seat ? { ...old, ...changes } : old)) };
}

function turned(state, seat, card, from, to) {
  const old = state.players[seat];
  const pending = state.pending.filter((owed) => owed.seat !== seat);
  return { ...player(state, seat, { [from]: without(old[from], card), [to]: [...old[to], card] }), pending };
}
