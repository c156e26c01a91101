// Computes the view after an event, as far as the board draws it, so that a board can show several new events step by step.
// The service's view is the final one.

import { COLOURS } from "./colours.js";
import { onBig } from "./tokens.js";

const STEPS = {
  "token-set-up": (state, _, { token }) => toMedium(state, token),
  "turn-began": (state, seat) => ({ ...state, turn: seat, phase: "shift", dice: null, rerolls: 0, shifted: null }),
  "dice-rolled": (state, _, { dice }) => ({ ...state, dice }),
  "dice-rerolled": (state, _, { dice }) => ({ ...state, dice, rerolls: state.rerolls + 1 }),
  "token-shifted": (state, _, { token, number }) => ({ ...toMedium(state, token), phase: "take", shifted: { token, number } }),
  "token-taken": (state, seat, { token, points }, ties) => takeToken(state, seat, { id: token, points, ties }),
  "game-ended": (state) => ({ ...state, phase: "over" }),
};

/** The view after the event. An event that changes nothing on the board returns the same view. */
export function viewAfter(view, { type, seat, data, version }) {
  const name = type.replace("ice-dice.", "");
  if (!STEPS[name] || !view.state) return view;
  const state = STEPS[name](view.state, seat, data, view.options.ties);
  const deadline = name === "turn-began" ? null : (view.owed.find((one) => one.seat === state.turn)?.deadline ?? null);
  const owed = state.phase === "over" ? [] : [{ seat: state.turn, decision: null, deadline }];
  return { ...view, version, state, round: data.round ?? view.round, owed };
}

function toMedium(state, id) {
  const moved = onBig(state).find(({ token }) => token === id);
  const lines = state.lines.map((line) => line.map((token) => (token === moved ? null : token)));
  return moved ? { ...state, lines, medium: [...state.medium, moved] } : state;
}

function takeToken(state, seat, { id, points, ties }) {
  const moved = state.medium.find(({ token }) => token === id);
  const medium = state.medium.filter((token) => token !== moved);
  const players = state.players.map((player, at) => {
    const own = at === seat && moved ? [...player.own, moved] : player.own;
    return { ...player, own, points: points[at] };
  });
  return { ...state, medium, players: led(players, ties) };
}

/** The players, each with the colours that bring the extra points. Tied leaders get them only with `ties` "children". */
function led(players, ties) {
  const leads = (colour) => {
    const numbers = players.map(({ own }) => own.filter((token) => token.colour === colour).length);
    const most = Math.max(...numbers);
    const alone = numbers.filter((number) => number === most).length === 1;
    return numbers.map((number) => number === most && most > 0 && (alone || ties === "children"));
  };
  const leading = COLOURS.map((colour) => [colour, leads(colour)]);
  return players.map((player, at) => ({ ...player, majorities: leading.filter(([, by]) => by[at]).map(([colour]) => colour) }));
}
