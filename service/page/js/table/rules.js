// The rules beside the table: the game in a few sentences, and the cards that are played with.

import { h } from "../dom.js";
import { t } from "../text.js";

/** A panel that opens. */
export function rules(game, view) {
  const cards = game.cards(view).map(({ title, text }) => [h("dt", {}, title), h("dd", {}, text)]);
  return h("details", { class: "panel rules" }, h("summary", {}, t("table.rules")), h("p", {}, game.about), cards.length > 0 && h("dl", {}, cards), h("p", { class: "soft small" }, t("table.keys")));
}
