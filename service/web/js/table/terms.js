// The terms of a table, beside it or before its start: the clock, the options, how the game ends.

import { h } from "../dom.js";
import { termsOf } from "../terms.js";

/** The list of a table's terms. */
export function termsList(game, view) {
  const terms = [...termsOf(view, game.options), ...game.rules.slice(-1)];
  return h("dl", { class: "terms" }, terms.map(({ title, text }) => [h("dt", {}, title), h("dd", {}, text)]));
}
