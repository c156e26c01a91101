// The tables at which this browser holds a seat, those where it is your turn first.

import { api } from "../api.js";
import { h } from "../dom.js";
import { withNames } from "../names.js";
import { unlessRefused } from "../safely.js";
import { deleteSeat, heldTables, onSeats, seatsOf } from "../seats.js";
import { t } from "../text.js";
import { rowsIn } from "./rows.js";
import { seatList, tableLink } from "./table_row.js";
import { termsLine } from "./terms_line.js";

const MOST_TABLES = 12;
const STATUS_ORDER = { turn: 0, rematch: 1, playing: 2, open: 3, finished: 4 };

/** Your tables: {element, load(), leave()}; hidden when there are none. */
export function yours(titles) {
  const views = new Map();
  const list = h("ul", { class: "table-list" });
  const element = h("section", { class: "panel yours", hidden: true }, h("h2", {}, t("lobby.yours")), list);
  let show = null;
  const load = async () => {
    const known = await titles();
    const shown = (await Promise.all(heldTables().slice(0, MOST_TABLES).map((table) => fetchSummary(table, views)))).filter(Boolean);
    show ??= rowsIn(list, { key: ({ table }) => table, draw: (mine) => ownRow(mine, known[mine.game] ?? mine.game, reload) });
    show(shown.sort((one, other) => STATUS_ORDER[one.status] - STATUS_ORDER[other.status]));
    element.hidden = !shown.length;
  };
  const reload = () => load().catch(unlessRefused); // the next poll tries again
  return { element, load, leave: onSeats(reload) };
}

/** A table's data for the list, from a view that is fetched only if it has changed; null if the table is gone. */
async function fetchSummary(table, views) {
  const [seat] = seatsOf(table);
  if (!seat) return null;
  const known = views.get(table);
  try {
    const headers = known ? { "If-None-Match": `"${known.version}"` } : {};
    const { status, body } = await api.get(`/v1/tables/${table}`, { token: seat.token, headers, once: true });
    if (status !== 304) views.set(table, withNames(body));
  } catch (problem) {
    if (problem.code !== "table-unknown" && problem.code !== "token-invalid") throw problem;
    deleteSeat(table);
    return null;
  }
  return summary(views.get(table));
}

function summary(view) {
  const { table, game, status, round, seats, owed, outcome, rematch } = view;
  const mine = seatsOf(table).map(({ seat }) => seat);
  const turn = owed.some(({ seat }) => mine.includes(seat));
  const named = seats.map(({ seat, kind, name }) => ({ seat, kind, name }));
  const rematchWanted = rematch !== null && !mine.some((seat) => rematch.asked.includes(seat));
  const terms = status === "open" ? { options: view.options, turn_seconds: view.turn_seconds, on_expiry: view.on_expiry } : {};
  return { table, game, round, seats: named, outcome, status: rematchWanted ? "rematch" : turn ? "turn" : status, ...terms };
}

function ownRow(mine, title, reload) {
  const over = mine.status === "finished" || mine.status === "rematch";
  const away = () => {
    deleteSeat(mine.table);
    reload();
  };
  const label = t("lobby.remove");
  const drop = h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: away }, "×");
  const round = mine.round !== null && h("span", {}, t("lobby.round", { n: mine.round }));
  const about = h("p", { class: "about" }, h("span", {}, title), round, statusTag(mine));
  const text = h("div", { class: "row-text" }, seatList(mine), about, mine.status === "open" && termsLine(mine));
  return h("li", { class: "table-row" }, text, h("div", { class: "row-actions" }, onward(mine), over && drop));
}

/** The link to one of your tables, also to one with a rematch; for a finished table, to its replay. */
function onward(mine) {
  if (mine.status === "finished") return tableLink(mine, t("lobby.replay"), { at: 1 });
  return tableLink(mine, t("lobby.go-on"), { look: isAwaited(mine) ? "primary" : "" });
}

/** Whether other players wait for this visitor. */
const isAwaited = ({ status }) => status === "turn" || status === "rematch";

function statusTag({ status }) {
  const words = { turn: t("lobby.your-turn"), playing: t("lobby.not-your-turn"), open: t("lobby.waiting"), finished: t("lobby.over"), rematch: t("lobby.rematch") };
  return h("span", { class: isAwaited({ status }) ? "tag warn" : "tag" }, words[status]);
}
