// The positions and names of a table's tokens.

import { t } from "../../text.js";
import { COLOURS } from "./colours.js";

/** The tokens on the big board. */
export const onBig = ({ lines }) => lines.flat().filter(Boolean);

/** A token of a state, on any board; null if it does not exist. */
export function tokenOf(state, id) {
  const all = [...onBig(state), ...state.medium, ...state.players.flatMap(({ own }) => own)];
  return all.find(({ token }) => token === id) ?? null;
}

/** "12, blue" */
export const nameOf = ({ number, colour }) => t("ice.token", { number, colour: t(`colour-${colour}`) });

/** A player's tokens of each colour: [{colour, tokens, leads}]; `leads`: the colour brings the extra points. */
export function collected({ own, majorities }) {
  return COLOURS.map((colour) => {
    const tokens = own.filter((token) => token.colour === colour);
    return { colour, tokens, leads: majorities.includes(colour) };
  });
}

/** The parts of a seat's points: {tokens, extra, colours}. */
export function pointsParts(player) {
  const piles = collected(player);
  const many = (some) => some.reduce((total, { tokens }) => total + tokens.length, 0);
  const colours = piles.filter(({ tokens }) => tokens.length).length;
  return { tokens: many(piles), extra: many(piles.filter(({ leads }) => leads)), colours };
}
