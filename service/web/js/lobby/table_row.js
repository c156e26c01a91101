// One table in a list: its players, and its one action.

import { serverNow } from "../clock.js";
import { h } from "../dom.js";
import { who } from "../marks.js";
import { hasWon } from "../names.js";
import { ago, listed, t } from "../text.js";

/** A row for a table of the lobby; `title` is its game's, `terms` an element with its terms, `action` a link or button. */
export function tableRow({ table, title, terms = null, action }) {
  const about = h("p", { class: "about" }, h("span", {}, title), h("span", {}, when(table)));
  const text = h("div", { class: "row-text" }, seatList(table), about, terms);
  return h("li", { class: "table-row" }, text, h("div", { class: "row-actions" }, action));
}

/** How long ago a game ended; for an unfinished one, how long ago its table was created. */
function when({ created_at: created, ended_at: ended }) {
  return ended ? t("lobby.ended", { ago: ago(ended, serverNow()) }) : t("lobby.created", { ago: ago(created, serverNow()) });
}

/** All players at a table, by name; open seats as such, the winners marked. */
export function seatList(table) {
  return h("ul", { class: "seat-list" }, table.seats.map(({ seat, kind, name }) => {
    if (kind === "open") return h("li", { class: "free" }, t("lobby.free-seat"));
    const program = kind !== "human" && h("span", { class: "tag" }, t(`kind.${kind}`));
    return h("li", {}, who(seat, name), program, hasWon(table, seat) && h("span", { class: "tag on" }, t("lobby.winner")));
  }));
}

/** The names of the players, for labels. */
export function players({ seats }) {
  const names = seats.filter(({ kind }) => kind !== "open").map(({ name }) => name);
  return names.length ? listed(names) : t("lobby.nobody");
}

/** A link to a table, labelled with its players. */
export function tableLink(table, action, { look = "", at = null } = {}) {
  const address = `/t/${table.table}${at === null ? "" : `?at=${at}`}`;
  return h("a", { class: `button small ${look}`, href: address, "aria-label": t("lobby.of", { action, players: players(table) }) }, action);
}
