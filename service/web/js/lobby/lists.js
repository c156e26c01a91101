// The lists of the lobby: open tables, tables in progress, finished tables.

import { api } from "../api.js";
import { once } from "../busy.js";
import { h, replace } from "../dom.js";
import { withNames } from "../names.js";
import { navigate } from "../navigation.js";
import { heldTables } from "../seats.js";
import { t } from "../text.js";
import { rowsIn } from "./rows.js";
import { players, tableLink, tableRow } from "./table_row.js";
import { termsLine } from "./terms_line.js";

const TABLES_PER_PAGE = 10;
const MOST_TABLES = 100;

/**
 * A list of the tables with a status at which this browser has no seat: {element, load()}. `titles()` resolves to the titles of the games
 * by name.
 */
export function tableList({ status, heading, empty, row, titles, length = TABLES_PER_PAGE }) {
  let limit = length;
  const list = h("ul", { class: "table-list" });
  const note = h("p", { class: "soft" }, t("lobby.loading"));
  const more = h("button", { type: "button", class: "button small plain", hidden: true }, t("lobby.more"));
  const element = h("section", { class: `panel ${status}` }, h("h2", {}, heading), list, note, more);
  let show = null;
  const load = async () => {
    const [{ body }, known] = await Promise.all([api.get(`/v1/tables?status=${status}&limit=${limit}`, { once: true }), titles()]);
    show ??= rowsIn(list, { key: ({ table }) => table, draw: (table) => row(table, known[table.game] ?? table.game) });
    const held = heldTables();
    const others = body.tables.filter(({ table }) => !held.includes(table)).map(withNames);
    show(others);
    replace(note, others.length ? null : empty);
    note.hidden = others.length > 0;
    element.hidden = !others.length && !empty;
    more.hidden = body.next === null || limit >= MOST_TABLES;
  };
  more.addEventListener("click", once(() => {
    limit = Math.min(MOST_TABLES, limit + 2 * TABLES_PER_PAGE);
    return load();
  }));
  return { element, load };
}

/** A table with an open seat. */
export const openRow = (table, title) => tableRow({ table, title, terms: termsLine(table), action: joinButton(table) });

/** A table in progress, to watch. */
export const playingRow = (table, title) => tableRow({ table, title, action: tableLink(table, t("lobby.watch")) });

/** A finished table, to replay from its first event. */
export const finishedRow = (table, title) => tableRow({ table, title, action: tableLink(table, t("lobby.replay"), { at: 1 }) });

function joinButton(table) {
  const label = t("lobby.of", { action: t("lobby.join"), players: players(table) });
  const join = once(async () => {
    const { joinTable } = await import("../joining.js");
    await joinTable(table.table);
    await navigate(`/t/${table.table}`);
  });
  return h("button", { type: "button", class: "button small primary", "aria-label": label, onclick: join }, t("lobby.join"));
}
