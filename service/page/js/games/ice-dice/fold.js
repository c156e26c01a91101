// The view after an event, as far as the board draws it, so that a board can show step by step what came all at once.
// What holds in the end is the service's view.

import { onBig } from "./tokens.js";

const STEPS = {
  "token-set-up": (state, _, { token }) => toMedium(state, token),
  "turn-began": (state, seat) => ({ ...state, turn: seat, phase: "shift", dice: null, rerolls: 0, shifted: null }),
  "dice-rolled": (state, _, { dice }) => ({ ...state, dice }),
  "dice-rerolled": (state, _, { dice }) => ({ ...state, dice, rerolls: state.rerolls + 1 }),
  "token-shifted": (state, _, { token, number }) => ({ ...toMedium(state, token), phase: "take", shifted: { token, number } }),
  "token-taken": (state, seat, { token, points }) => taken(state, seat, token, points),
  "game-ended": (state) => ({ ...state, phase: "over" }),
};

/** The view after the event; an event that changes nothing on the board leaves the very same view. */
export function after(view, { type, seat, data, version }) {
  const step = STEPS[type.replace("ice-dice.", "")];
  if (!step || !view.state) return view;
  const state = step(view.state, seat, data);
  const owed = state.phase === "over" ? [] : [{ seat: state.turn, decision: null, deadline: null }];
  return { ...view, version, state, round: data.round ?? view.round, owed };
}

function toMedium(state, id) {
  const moved = onBig(state).find(({ token }) => token === id);
  const lines = state.lines.map((line) => line.map((token) => (token === moved ? null : token)));
  return moved ? { ...state, lines, medium: [...state.medium, moved] } : state;
}

function taken(state, seat, id, points) {
  const moved = state.medium.find(({ token }) => token === id);
  const medium = state.medium.filter((token) => token !== moved);
  const players = state.players.map((player, at) => {
    const own = at === seat && moved ? [...player.own, moved] : player.own;
    return { ...player, own, points: points[at] };
  });
  return { ...state, medium, players };
}
