// The terms of a table in the lobby, in one line: options that differ from the defaults, the clock, what happens when time runs out.

import { gameDetails } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { clockOf, unusual } from "../terms.js";

/** The line. The names of options come with the game's part of the catalogue. A table from an older build's list has none. */
export function termsLine(table) {
  const { game, options } = table;
  if (options === null) return null;
  const line = h("p", { class: "about terms" }, clockOf(table));
  const named = (details) => replace(line, [...unusual(options, details.options), clockOf(table)].join(" · "));
  gameDetails(game).then(named, () => {}); // without it the line shows only the clock
  return line;
}
