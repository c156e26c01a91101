// The games of this page. A game's module, texts and style sheet are loaded with the game.
//
// A game's module has `gameOf(catalogue)`, which returns
//
//   title, about, rules    its name, a description, and its rules: [{title, text}]
//   levels                 of its built-in players, weakest first
//   cards(view)            [{title, text}] of the table's cards, as far as they are known
//   board(view, how)       an element that draws a view, see dicy-cards/board.js
//   status(view, seat)     whose decision is pending, in a few words; null for a plain turn
//   lastRound(view)        whether the game ends with this round
//   resultText(view, seat) the text about a seat in the result, besides its points
//   points(view)           the points of every seat
//   sentence(event, view, {late})  an event of the game in words, "" for one without a line in the log; `late`: the service acted for a
//                          seat whose time ran out
//   late(event)            the same event, addressed to the player of the seat
//   forced(event)          a forced choice of a seat, addressed to its player; "" if it was not forced
//   sheet(events)          [{round, turns}], oldest first; a turn is {seat, points, did, others?, version}: its points for its own seat,
//                          the action, and {seat: points} that it brought or cost other seats. A turn that cannot bring points has,
//                          in place of `points`, `instead`, the game's own word for it, and may have no action
//   ownData(view, events)  the cards or the board that the verifier may need, if a deployment has its own
//
// and a dictionary for each language. It contains `table.keys` (what the keys do), `table.ended-…` for the game's own reasons to end, and
// `problem.…` for its refusals.

import { Problem } from "../api.js";
import { gameDetails } from "../catalogue.js";
import { applySheets } from "../styles.js";
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

/** The game with this name, with its texts in the page's language. With a signal, its sheet applies until that aborts. Throws `Problem`. */
export async function loadGame(name, signal = null) {
  if (!Object.hasOwn(GAMES, name)) throw new Problem({ code: "game-unknown", status: 404 });
  const { module, texts } = GAMES[name];
  const parts = [module(), gameDetails(name), signal && applySheets([`games/${name}`], signal), useTextsOf(texts)];
  const [{ gameOf }, catalogue] = await Promise.all(parts);
  return { ...gameOf(catalogue), options: catalogue.options };
}

/** Loads only the texts of a game, for the dialog that creates a table. */
export const loadTextsOf = (name) => useTextsOf(GAMES[name].texts);
