// Draws what is printed on a sheet: cells, links, outlines, signs, pieces. The marks are in sheet_card.js.

import { svg } from "../../dom.js";

const UNIT = 100; // lengths of a sheet are in hundredths of a cell
const EDGE = 0.22; // around the drawing, for outlines
const SQUARE = 0.25; // the side of a piece's square

/** The picture behind the cells of a sheet: {picture, size(element), place(element, cell)}, which give a card its shape and a cell its place. */
export function printed(given) {
  const sheet = inCells(given);
  const [width, height] = [sheet.width + 2 * EDGE, sheet.height + 2 * EDGE];
  const lines = sheet.links.map(([one, other]) => linkOf(sheet.cells[one], sheet.cells[other]));
  const picture = svg("svg", { viewBox: `${-EDGE} ${-EDGE} ${width} ${height}`, "aria-hidden": "true" },
    sheet.outlines.map((cells) => outlineOf(cells.map((cell) => sheet.cells[cell]))), lines,
    sheet.notes.map(noteOf), sheet.shapes.map(shapeOf));
  const percent = (part, whole) => `${(100 * part) / whole}%`;
  const size = (element) => styled(element, { "--ratio": width / height, "--across": width });
  const place = (element, { x, y }) =>
    styled(element, { left: percent(x / UNIT + EDGE, width), top: percent(y / UNIT + EDGE, height), width: percent(1, width), height: percent(1, height) });
  return { picture, size, place };
}

/** The sheet with its lengths in cells. */
function inCells({ width, height, cells, notes, shapes, ...rest }) {
  const moved = (one) => ({ ...one, x: one.x / UNIT, y: one.y / UNIT });
  return { ...rest, width: width / UNIT, height: height / UNIT, cells: cells.map(moved), notes: notes.map(moved), shapes: shapes.map(moved) };
}

function styled(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
  return element;
}

const middle = ({ x, y }) => [x + 0.5, y + 0.5];

function linkOf(one, other) {
  const [[x1, y1], [x2, y2]] = [middle(one), middle(other)];
  return svg("line", { class: "link", x1, y1, x2, y2 });
}

/** A frame around cells that fill a rectangle; any others lie on a band. */
function outlineOf(cells) {
  const [left, top] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...cells.map(({ x }) => x)) + 1, Math.max(...cells.map(({ y }) => y)) + 1];
  const straight = cells.every(({ x }) => x === left) || cells.every(({ y }) => y === top);
  if (straight || (right - left) * (bottom - top) < cells.length + 0.1) {
    return svg("rect", { class: "outline", x: left - 0.12, y: top - 0.12, width: right - left + 0.24, height: bottom - top + 0.24, rx: 0.26 });
  }
  return svg("polyline", { class: "band", points: cells.map((cell) => middle(cell).join()).join(" ") });
}

const noteOf = ({ x, y, text }) => svg("text", { class: "sign", x, y: y + 0.16 }, text);

function shapeOf({ x, y, text, squares }) {
  const parts = squares.map(([right, down]) => svg("rect", { class: "square", x: x + 0.35 + right * SQUARE, y: y + down * SQUARE, width: 0.22, height: 0.22 }));
  return [svg("text", { class: "sign", x, y: y + 0.42 }, text), parts];
}
