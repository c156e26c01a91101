// One card with its sheet: the name, its points, the cells with their marks, and the rule, which its name shows and hides.

import { aside, h, replace } from "../../dom.js";
import { written } from "../../drawing/sheets.js";
import { number, t } from "../../text.js";
import { pressed } from "../parts/press.js";
import { printed } from "./sheet_drawing.js";

/**
 * A card of the catalogue {id, title, text, sheet}: {element, update({marks, points, complete, lit, pending, changed})}. With
 * `onCell(cell)` its cells are buttons, of which the `lit` ones can be pressed; without, a press anywhere on the card opens it. `lit`: {cell: [moves]}, `pending`: {cell, move}
 * or null, `changed`: the cells that were marked last.
 */
export function sheetCard(card, { onCell = null } = {}) {
  const background = printed(card.sheet);
  const cells = card.sheet.cells.map((cell, at) => cellOf(cell, onCell && (() => onCell(at))));
  cells.forEach((cell, at) => background.place(cell.element, at));
  const area = h("div", { class: "sheet-area" }, background.picture, cells.map(({ element }) => element));
  const [score, spoken] = [h("span", { class: "card-points" }), aside("")];
  const rule = h("p", { class: "rule" }, card.text);
  const opener = (look, ...inside) => h("button", { type: "button", class: look, "aria-expanded": "false", onclick: () => open() }, inside);
  const title = [h("span", {}, card.title), score];
  const name = onCell ? opener("card-name", title) : h("span", { class: "card-name" }, title);
  const cover = onCell ? null : opener("explain", aside(card.title));
  const element = background.size(h("article", { class: "sheet-card", "data-card": card.id }, name, spoken, area, rule, cover));
  const open = () => {
    const isOpen = element.classList.toggle("open");
    (cover ?? name).setAttribute("aria-expanded", String(isOpen));
  };
  const update = ({ marks, points, complete, lit = new Map(), pending = null, changed = new Set() }) => {
    element.classList.toggle("complete", complete);
    element.classList.toggle("can-mark", lit.size > 0);
    replace(score, h("span", { "aria-hidden": "true" }, number(points)), aside(`, ${t("table.points", { n: points })}${complete ? `, ${t("dc.complete")}` : ""}`));
    spoken.textContent = t("dc.marks", { marks: marksIn(card.sheet, marks) || t("dc.no-marks") });
    cells.forEach((cell, at) =>
      cell.update({ mark: marks[at] ?? 0, moves: lit.get(at) ?? [], pending: pending?.cell === at ? pending.move : null, changed: changed.has(at) }));
  };
  return { element, update, cell: (at) => cells[at].element };
}

const marksIn = ({ cells }, marks) => cells.flatMap(({ dice }, at) => (marks[at] ? [written(marks[at], dice)] : [])).join(", ");

function cellOf({ label, dice }, onPress) {
  const print = h("span", { class: "print", "aria-hidden": "true" }, label);
  const mark = h("span", { class: "mark", "aria-hidden": "true" });
  const look = `cell takes-${dice.join("") || "any"}`;
  const element = onPress
    ? h("button", { type: "button", class: look, ...pressed(onPress) }, print, mark)
    : h("span", { class: look, "aria-hidden": "true" }, print, mark);
  const update = ({ mark: now, moves, pending, changed }) => {
    element.classList.toggle("marked", now > 0);
    element.classList.toggle("changed", changed);
    element.classList.toggle("lit", moves.length > 0);
    element.classList.toggle("pending", pending !== null);
    mark.textContent = pending ? written(pending.number, dice) : now ? written(now, dice) : "";
    if (!onPress) return;
    element.disabled = !moves.length && pending === null;
    element.setAttribute("aria-hidden", String(element.disabled));
    element.setAttribute("aria-pressed", String(pending !== null));
    const numbers = moves.map((move) => written(move.number, dice)).join(` ${t("dc.or")} `);
    element.setAttribute("aria-label", pending ? t("dc.cell-pending", { number: written(pending.number, dice) }) : t("dc.cell", { label: label || "–", numbers }));
  };
  return { element, update };
}
