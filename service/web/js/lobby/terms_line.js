// What one sits down to at a table of the lobby, in a line: options that are not the usual ones, the clock, what happens when it runs out.

import { gameDetails } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { clockOf, unusual } from "../terms.js";

/** The line; what options are called comes with the game's part of the catalogue. A table of an older build's list has none. */
export function termsLine(table) {
  const { game, options } = table;
  if (options === null) return null;
  const line = h("p", { class: "about terms" }, clockOf(table));
  const named = (details) => replace(line, [...unusual(options, details.options), clockOf(table)].join(" · "));
  gameDetails(game).then(named, () => {}); // without it the clock stands there alone
  return line;
}
