// The games of this page. What a game needs (its module, its texts, its style sheet) is loaded with the game.
//
// A game's module has `gameOf(catalogue)`, which returns
//
//   title, about, rules    what it is called, what it is, and how it is played: [{title, text}]
//   levels                 of its built-in players, weakest first
//   cards(view)            [{title, text}] of those that a table is played with, as far as they are known
//   board(view, how)       an element that draws a view, see dicy-cards/board.js
//   status(view, seat)     whose decision it is, in a few words; null where it is a plain turn
//   lastRound(view)        whether the game ends with this round
//   standing(view, seat)   what there is to say of a seat in the end, besides its points
//   points(view)           the points of every seat
//   sentence(event, view, {late})  an event of the game in words, "" for one that is not worth telling; `late`: the service did it for a
//                          seat whose time had run out
//   late(event)            the same event for whoever plays the seat
//   forced(event)          what a seat had to do since there was nothing else, for whoever plays it; "" if it was no such thing
//   sheet(events)          [{round, turns}], oldest first; a turn is {seat, points, did, others?, version}: what it brought its seat, by
//                          what, and {seat: points} that it brought or cost others. In the place of `points`, a turn that cannot
//                          bring any has `instead`, the game's own word for it, and it may have done nothing
//   ownData(view, events)  what the verifier may be told of the cards or the board, if a deployment laid its own
//
// and a dictionary for each language. In it are `table.keys` (which keys do what), `table.ended-…` for the game's own reasons to end, and
// `problem.…` for its refusals.

import { Problem } from "../api.js";
import { gameDetails } from "../catalogue.js";
import { styled } from "../styles.js";
import { useTextsOf } from "../text.js";

const GAMES = {
  "dicy-cards": {
    module: () => import("./dicy-cards/index.js"),
    texts: { en: () => import("./dicy-cards/texts/en.js"), fr: () => import("./dicy-cards/texts/fr.js") },
  },
  "ice-dice": {
    module: () => import("./ice-dice/index.js"),
    texts: { en: () => import("./ice-dice/texts/en.js"), fr: () => import("./ice-dice/texts/fr.js") },
  },
};

/** The game of a name, with its texts in the page's language; with a signal, its style sheet holds until that aborts. Throws `Problem`. */
export async function loadGame(name, signal = null) {
  if (!Object.hasOwn(GAMES, name)) throw new Problem({ code: "game-unknown", status: 404 });
  const { module, texts } = GAMES[name];
  const parts = [module(), gameDetails(name), signal && styled([`games/${name}`], signal), useTextsOf(texts)];
  const [{ gameOf }, catalogue] = await Promise.all(parts);
  return { ...gameOf(catalogue), options: catalogue.options };
}

/** Loads only the texts of a game, for whoever sets up a table for it. */
export const loadTextsOf = (name) => useTextsOf(GAMES[name].texts);
