// The tables at which this browser holds a seat, those where it is your turn first.

import { api } from "../api.js";
import { h } from "../dom.js";
import { unlessRefused } from "../safely.js";
import { forget, heldTables, onSeats, seatsOf } from "../seats.js";
import { t } from "../text.js";
import { rowsIn } from "./rows.js";
import { seatList, tableLink } from "./table_row.js";

const MOST = 12;
const ORDER = { turn: 0, playing: 1, open: 2, finished: 3 };

/** Your tables: {element, load(), leave()}; hidden when there are none. */
export function yours(titles) {
  const views = new Map();
  const list = h("ul", { class: "table-list" });
  const element = h("section", { class: "panel yours", hidden: true }, h("h2", {}, t("lobby.yours")), list);
  let show = null;
  const load = async () => {
    const known = await titles();
    const shown = (await Promise.all(heldTables().slice(0, MOST).map((table) => look(table, views)))).filter(Boolean);
    show ??= rowsIn(list, { key: ({ table }) => table, draw: (mine) => ownRow(mine, known[mine.game] ?? mine.game, again) });
    show(shown.sort((one, other) => ORDER[one.standing] - ORDER[other.standing]));
    element.hidden = !shown.length;
  };
  const again = () => load().catch(unlessRefused); // the next round asks once more
  return { element, load, leave: onSeats(again) };
}

/** What the list says of a table, from a view that is asked for only if it has changed; null if it is gone. */
async function look(table, views) {
  const [seat] = seatsOf(table);
  if (!seat) return null;
  const known = views.get(table);
  try {
    const headers = known ? { "If-None-Match": `"${known.version}"` } : {};
    const { status, body } = await api.get(`/v1/tables/${table}`, { token: seat.token, headers, once: true });
    if (status !== 304) views.set(table, body);
  } catch (problem) {
    if (problem.code !== "table-unknown" && problem.code !== "token-invalid") throw problem;
    forget(table);
    return null;
  }
  return summary(views.get(table));
}

function summary({ table, game, status, round, seats, owed, outcome }) {
  const mine = seatsOf(table).map(({ seat }) => seat);
  const turn = owed.some(({ seat }) => mine.includes(seat));
  const named = seats.map(({ seat, kind, name }) => ({ seat, kind, name }));
  return { table, game, round, seats: named, outcome, standing: turn ? "turn" : status };
}

function ownRow(mine, title, again) {
  const over = mine.standing === "finished";
  const away = () => {
    forget(mine.table);
    again();
  };
  const label = t("lobby.forget");
  const drop = h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: away }, "×");
  const round = mine.round !== null && h("span", {}, t("lobby.round", { n: mine.round }));
  const about = h("p", { class: "about" }, h("span", {}, title), round, standing(mine));
  const text = h("div", { class: "row-text" }, seatList(mine), about);
  return h("li", { class: "table-row" }, text, h("div", { class: "row-actions" }, onward(mine), over && drop));
}

/** The way to a table of one's own, or back through it when it is finished. */
function onward(mine) {
  if (mine.standing === "finished") return tableLink(mine, t("lobby.replay"), { at: 1 });
  return tableLink(mine, t("lobby.go-on"), { look: mine.standing === "turn" ? "primary" : "" });
}

function standing({ standing }) {
  const words = { turn: t("lobby.your-turn"), playing: t("lobby.not-your-turn"), open: t("lobby.waiting"), finished: t("lobby.over") };
  return h("span", { class: standing === "turn" ? "tag warn" : "tag" }, words[standing]);
}
