// Computes the view after an event, as far as the board draws it, so that a board can show several new events step by step.
// The service's view is the final one.

const STEPS = {
  "cards-revealed": (state, _, { cards, sizes }) => ({
    ...state,
    phase: "rolling",
    own: state.own && { ...state.own, hand: [], kept: [] },
    players: state.players.map((old, seat) => ({ ...old, waiting: false, cards: cards[seat].map((card, at) => emptyCard(card, sizes[seat][at])) })),
  }),
  "roll-answered": (state, seat) => player(state, seat, { waiting: false }),
  "answers-revealed": (state, _, { answers, tickets, points }) => ({
    ...state,
    own: state.own && { ...state.own, answer: null },
    players: state.players.map((old, seat) => ({
      ...marked(old, answers[seat], points[seat] - old.points), tickets: tickets[seat], points: points[seat], waiting: false,
    })),
  }),
  "dice-rolled": (state, _, { roll, dice: [black, red] }) => ({
    ...state, phase: "rolling", roll, dice: { black, red }, players: state.players.map((old) => ({ ...old, waiting: true })),
  }),
  "game-ended": (state, _, { points }) => ({
    ...state, phase: "over", dice: null, players: state.players.map((old, seat) => ({ ...old, points: points[seat], waiting: false })),
  }),
};

/** The view after the event. An event that changes nothing on the board returns the same view. */
export function viewAfter(view, { type, seat, data, version }) {
  const step = STEPS[type.replace("dice-cards.", "")];
  if (!step || !view.state) return view;
  const state = step(view.state, seat, data);
  const owed = view.seats.flatMap(({ seat: one, resigned }) => (state.players[one].waiting && !resigned ? [{ seat: one, decision: null, deadline: null }] : []));
  return { ...view, version, state, round: data.roll ?? view.round, owed };
}

const player = (state, seat, changes) => ({ ...state, players: state.players.map((old, at) => (at === seat ? { ...old, ...changes } : old)) });

const emptyCard = (card, size) => ({ card, marks: Array(size).fill(0), points: 0, complete: false });

/** A player after its answer (null: none), which has brought so many points. */
function marked(old, answer, more) {
  if (!answer || answer.card === null) return old;
  const written = new Map(answer.cells);
  const marks = (before) => before.map((mark, cell) => written.get(cell) ?? mark);
  return { ...old, cards: old.cards.map((one) => (one.card === answer.card ? { ...one, marks: marks(one.marks), points: one.points + more } : one)) };
}
