// The terms of a table, beside it or before its start: the clock, the options, the hints, how the game ends.

import { h } from "../dom.js";
import { termsOf } from "../terms.js";
import { t } from "../text.js";

/** The list of a table's terms. */
export function termsList(game, view) {
  const { advice = "private" } = view; // as at a service from before this rule
  const hints = { title: t("create.advice"), text: t(`create.advice-${advice}`) };
  const terms = [...termsOf(view, game.options), hints, ...game.rules.slice(-1)];
  return h("dl", { class: "terms" }, terms.map(({ title, text }) => [h("dt", {}, title), h("dd", {}, text)]));
}
