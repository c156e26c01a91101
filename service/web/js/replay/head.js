// The head of a replay: its players, the link to the table, and the button to play on from here.

import { h } from "../dom.js";
import { t } from "../text.js";

/** `{element, update(view)}`; `choice` is an element among its buttons; `onPlayOn()` is called by the button, which appears when the game is over. */
export function head(game, choice, onPlayOn) {
  const about = h("p", { class: "soft small" });
  const table = h("a", { class: "button small" });
  const on = h("button", { type: "button", class: "button small primary", onclick: onPlayOn, hidden: true }, t("replay.play-on"));
  const words = h("div", {}, h("h1", {}, t("replay.title")), about);
  const element = h("header", { class: "replay-head" }, words, h("div", { class: "row" }, choice, table, on));
  return { element, update };

  function update(view) {
    const over = view.status === "finished";
    about.textContent = over ? game.title : t("replay.going-on", { game: game.title });
    table.setAttribute("href", `/t/${view.table}`);
    table.textContent = over ? t("replay.to-table") : t("replay.to-live-table");
    on.hidden = !over;
  }
}
