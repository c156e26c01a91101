// The rules summary of a game, beside its table and in a dialog.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { loadGame } from "./games/index.js";
import { t } from "./text.js";

/** What the game is, and how to play it, as elements. */
export function rulesOf({ about, rules }) {
  const parts = rules.map(({ title, text }) => [h("dt", {}, title), h("dd", {}, text)]);
  return [h("p", {}, about), h("dl", {}, parts), h("p", { class: "soft small" }, t("table.keys"))];
}

/** Opens a dialog with the rules of a game, by its name, unless the visit in which it was asked for is over. Throws `Problem`. */
export async function openRules(name, visit) {
  const game = await loadGame(name);
  openDialog({ visit, title: t("table.rules-of", { game: game.title }), wide: true }, h("div", { class: "rules" }, rulesOf(game)));
}
