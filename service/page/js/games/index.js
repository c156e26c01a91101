// The games of this page. A game's module has `gameOf(catalogue)`, which returns
//
//   title, about       what it is called, and what it is in a few sentences
//   levels             of its built-in players, weakest first
//   cards(view)        [{title, text}] of those that a table is played with, as far as they are known
//   board(view, how)   an element that draws a view, see dicy-cards/board.js
//   sentence(event, view)   an event of the game in words, "" for one that is not worth telling
//   sheet(events)      [{round, turns: [{seat, card, points, score, version} | {seat, skipped, version}]}]
//   sets(view)         what the verifier has to be told of the table's cards

import { gameDetails } from "../catalogue.js";
import { Problem } from "../api.js";

const MODULES = { "dicy-cards": () => import("./dicy-cards/index.js") };

/** The game of a name, with its texts in the page's language. Throws `Problem`. */
export async function loadGame(name) {
  if (!Object.hasOwn(MODULES, name)) throw new Problem({ code: "game-unknown", status: 404 });
  const [{ gameOf }, catalogue] = await Promise.all([MODULES[name](), gameDetails(name)]);
  return gameOf(catalogue);
}
