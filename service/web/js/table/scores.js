// The score sheet: a row for each round, a column for each seat.

import { aside, h, replace, svg } from "../dom.js";
import { seatClass, who } from "../marks.js";
import { number, t } from "../text.js";
import { cellFor } from "./columns.js";

/** Up to this many seats have room for names and words; with more, marks and dashes replace them. */
const MOST_WITH_NAMES = 4;

/** {element, update(view, events)} for a game that has `sheet(events)`. */
export function scores(game) {
  const table = h("table", { class: "sheet" });
  const narrow = ({ seats }) => table.classList.toggle("many", seats.length > MOST_WITH_NAMES);
  const scroll = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "sheet-title" }, table);
  const about = h("p", { class: "small soft", hidden: true }, t("table.others"));
  const element = h("section", { class: "panel scores" }, h("h2", { id: "sheet-title" }, t("table.sheet")), scroll, about);
  let drawn = "";
  const update = (view, events) => {
    const rounds = game.sheet(events);
    const shape = `${rounds.at(-1)?.turns.at(-1)?.version} ${game.points(view)} ${view.seats.map(({ name }) => name).join()}`;
    if (shape === drawn) return;
    drawn = shape;
    narrow(view);
    replace(table, headOf(view), h("tbody", {}, rounds.map((round) => rowOf(round, view))), footOf(game.points(view)));
    about.hidden = !table.querySelector(".others");
    requestAnimationFrame(() => (scroll.scrollTop = scroll.scrollHeight));
  };
  return { element, update };
}

function headOf({ seats }) {
  const names = seats.map(({ seat, name }) => h("th", { scope: "col" }, who(seat, name ?? "")));
  return h("thead", {}, h("tr", {}, h("th", { scope: "col" }, signFor("#", t("table.round-short"))), names));
}

function rowOf({ round, turns }, { seats }) {
  return h("tr", {}, h("th", { scope: "row" }, round), seats.map(({ seat }) => cellOf(seat, turns)));
}

function cellOf(seat, turns) {
  const { own, others } = cellFor(seat, turns);
  return h("td", { class: seatClass(seat) }, own && turnOf(own), others !== 0 && othersOf(others));
}

function turnOf({ points, instead, did }) {
  const brought = instead ? h("span", { class: "instead" }, h("span", {}, instead)) : h("b", {}, number(points));
  return [brought, did && h("span", {}, did)];
}

/** Points from other seats' turns always have a sign; those from the seat's own turn have none. */
function othersOf(points) {
  return h("span", { class: "others" }, points > 0 && "+", number(points), aside(` ${t("table.by-others")}`));
}

function footOf(points) {
  const totals = points.map((total) => h("td", {}, h("b", {}, number(total))));
  return h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, aside(t("table.total")), sumSign()), totals));
}

const sumSign = () => svg("svg", { class: "sum-sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "M15 3H5l6 7-6 7h10" }));

/** A sign for sighted visitors, and its words for screen readers. */
const signFor = (sign, words) => [aside(words), h("span", { "aria-hidden": "true" }, sign)];
