// The games of this page. A game may have a board of its own: a folder here with `index.js` and `texts/`, and a style sheet in css/games.
// Any other game is drawn from its picture (any_game/). A game's module, texts and style sheet are loaded with the game.
//
// A game's module has `gameOf(catalogue)`, which returns
//
//   title, about           its name, and a description
//   levels                 of its built-in players, weakest first
//   cards(view)            [{title, text}] of the table's cards, as far as they are known
//   board(view, how)       an element that draws a view, see dicy-cards/board.js; with `how.eyes`, the seat as which a visitor of a
//                          replay sees it, it also shows what that seat hid; `how.events()` has the events of the table, those
//                          up to the drawn view and perhaps later ones; `how.draft` is what the player had chosen and not sent on
//                          an earlier board of this seat, in perhaps another language, or null
//   status(view, seat)     whose decision is pending, in a few words; null for a plain turn
//   lastRound(view)        whether the game ends with this round
//   resultText(view, seat) the text about a seat in the result, besides its points
//   points(view)           the points of every seat
//   rank(view)             at will: the rank of a player who was alone, in a word; null if there is none
//   arguments(event, view) at will: what the sentence about an event of the game needs besides the event's own fields
//   otherwise(event, names) at will: an event in words if its sentence needs more than its own fields
//   roundOf(event)         at will: the round that begins with an event, undefined if none does; else its field `round` says so
//   sheet(events)          [{round, turns}], oldest first; a turn is {seat, points, did, others?, version}: its points for its own seat,
//                          the action, and {seat: points} that it brought or cost other seats. A turn that cannot bring points has,
//                          in place of `points`, `instead`, the game's own word for it, and may have no action
//   ownData(view, events)  the cards or the board that the verifier may need, if a deployment has its own
//
// and a dictionary for each language with the texts of its controls. It contains `table.keys` (what the keys do), and may replace the
// page's texts about rounds if the game calls a round by another name, as Dice Cards does. All else that is said about a game is in the
// files that the service reads, too (messages.js); `loadGame` adds to the game
//
//   rules                  [{title, text}]
//   text(event, names, facts, attribute)  an event in words, see `eventText`
//   hidden                 {event type: [fields]} that spectators do not see before the end, see ../hidden.js
//   advisers               the levels that give hints and review a game, weakest first; perhaps none

import { gameDetails } from "../catalogue.js";
import { applySheets } from "../styles.js";
import { useTextsOf } from "../text.js";
import { eventText, loadMessages, rulesOf } from "./messages.js";

/** What a game without a board of its own is drawn and played with. */
const ANY_GAME = {
  module: () => import("./any_game/index.js"),
  texts: { en: () => import("./any_game/texts/en.js"), fr: () => import("./any_game/texts/fr.js") },
  sheets: ["cards", "any-game"],
};

/** The game with this name, with its texts in the page's language. With a signal, its sheet applies until that aborts. Throws `Problem`. */
export async function loadGame(name, signal = null) {
  const { module, texts, sheets } = partsOf(name);
  const parts = [module(), gameDetails(name), signal && applySheets(sheets, signal), useTextsOf(withMessages(name, texts))];
  const [{ gameOf }, catalogue] = await Promise.all(parts);
  const game = gameOf(catalogue);
  const text = (event, names, facts, attribute) => eventText(name, event, { names, facts, attribute, otherwise: game.otherwise });
  const { options, hidden = {}, advisers = [] } = catalogue; // it may be kept from before the service knew `hidden` and `advisers`
  return { arguments: () => ({}), rank: () => null, ...game, rules: rulesOf(name), text, options, hidden, advisers };
}

/** Loads only the texts of a game, for the dialog that creates a table. */
export const loadTextsOf = (name) => useTextsOf(withMessages(name, partsOf(name).texts));

/** The dictionaries of a game with the texts that the service has, too. */
function withMessages(name, dictionaries) {
  const load = async (tag, dictionary) => {
    const [messages, { default: own }] = await Promise.all([loadMessages(name, tag), dictionary()]);
    return { default: { ...messages, ...own } };
  };
  return Object.fromEntries(Object.entries(dictionaries).map(([tag, dictionary]) => [tag, () => load(tag, dictionary)]));
}

/** The service names in the page the games that have a folder here. */
function partsOf(name) {
  if (!document.querySelector("meta[name=own-boards]").content.split(" ").includes(name)) return ANY_GAME;
  const text = (language) => () => import(`./${name}/texts/${language}.js`);
  return { module: () => import(`./${name}/index.js`), texts: { en: text("en"), fr: text("fr") }, sheets: [`games/${name}`] };
}
