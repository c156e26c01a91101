// The rules beside the table: the rules summary, and the cards of the table.

import { h } from "../dom.js";
import { rulesOf } from "../rules.js";
import { t } from "../text.js";
import { termsList } from "./terms.js";

/** A collapsible panel. */
export function rules(game, view) {
  const cards = game.cards(view).map(({ title, text }) => [h("dt", {}, title), h("dd", {}, text)]);
  const played = cards.length > 0 && [h("h3", {}, t("table.cards-here")), h("dl", {}, cards)];
  const agreed = view.state && [h("h3", {}, t("terms.title")), termsList(game, view)]; // before the start they are in the waiting room
  return h("details", { class: "panel rules" }, h("summary", {}, t("table.rules")), rulesOf(game), played, agreed);
}
