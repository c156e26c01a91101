// Where the tokens of a table lie, and what they are called.

import { t } from "../../text.js";
import { COLOURS } from "./colours.js";

/** The tokens on the big board. */
export const onBig = ({ lines }) => lines.flat().filter(Boolean);

/** A token of a state, wherever it lies; null if there is none. */
export function tokenOf(state, id) {
  const all = [...onBig(state), ...state.medium, ...state.players.flatMap(({ own }) => own)];
  return all.find(({ token }) => token === id) ?? null;
}

/** "12, blue" */
export const nameOf = ({ number, colour }) => t("ice.token", { number, colour: t(`ice.colour.${colour}`) });

/** What somebody has of each colour: [{colour, tokens, leads}], `leads`: it brings the extra points. */
export function collected({ own, majorities }) {
  return COLOURS.map((colour) => {
    const tokens = own.filter((token) => token.colour === colour);
    return { colour, tokens, leads: majorities.includes(colour) };
  });
}

/** How the points of a seat come about: {tokens, extra, colours}. */
export function reckoned(player) {
  const piles = collected(player);
  const many = (some) => some.reduce((total, { tokens }) => total + tokens.length, 0);
  const colours = piles.filter(({ tokens }) => tokens.length).length;
  return { tokens: many(piles), extra: many(piles.filter(({ leads }) => leads)), colours };
}
