// The score sheet: a row for each round, a column for each seat.

import { h, replace } from "../dom.js";
import { seatClass, who } from "../marks.js";
import { number, t } from "../text.js";

/** {element, update(view, events)} for a game that has `sheet(events)`. */
export function scores(game) {
  const table = h("table", { class: "sheet" });
  const scroll = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "sheet-title" }, table);
  const element = h("section", { class: "panel scores" }, h("h2", { id: "sheet-title" }, t("table.sheet")), scroll);
  let drawn = "";
  const update = (view, events) => {
    const rounds = game.sheet(events);
    const shape = `${rounds.at(-1)?.turns.at(-1)?.version} ${view.seats.map(({ name }) => name).join()}`;
    if (shape === drawn) return;
    drawn = shape;
    replace(table, headOf(view), h("tbody", {}, rounds.map((round) => rowOf(round, view))), footOf(view));
    requestAnimationFrame(() => (scroll.scrollTop = scroll.scrollHeight));
  };
  return { element, update };
}

function headOf({ seats }) {
  const names = seats.map(({ seat, name }) => h("th", { scope: "col" }, who(seat, name ?? "")));
  return h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "aside" }, t("table.round-short")), h("span", { "aria-hidden": "true" }, "#")), names));
}

function rowOf({ round, turns }, { seats }) {
  return h("tr", {}, h("th", { scope: "row" }, round), seats.map(({ seat }) => cellOf(turns.find((turn) => turn.seat === seat), seat)));
}

function cellOf(turn, seat) {
  if (!turn) return h("td", {});
  if (turn.skipped) return h("td", { class: "skipped" }, t("table.skipped"));
  return h("td", { class: seatClass(seat) }, h("b", {}, number(turn.points)), h("span", {}, turn.card));
}

function footOf({ seats, state }) {
  const totals = seats.map(({ seat }) => h("td", {}, h("b", {}, number(state.players[seat].score))));
  return h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, h("span", { class: "aside" }, t("table.total")), h("span", { "aria-hidden": "true" }, "Σ")), totals));
}
