// What is printed on a card on which players write. Who draws a card adds its cells, which have another form on the page than in a file.

import { svg } from "../dom.js";

const UNIT = 100; // lengths of a sheet are in hundredths of a cell
const SQUARE = 0.25; // the side of a piece's square, with the gap to the next one

/**
 * A sheet of the catalogue with its lengths in cells: `cells` and `viewBox`, and what lies below or above the cells: `bands`, `links`,
 * `signs` and `frames`. `look`: `edge` is the room around the sheet, `gap` that between cells and their frame, whose corners have the
 * `radius`; `sign(x, y, text)` draws signs around a point, those of a piece at `number` from its corner.
 */
export function printOf(sheet, { edge, gap, radius, sign, number }) {
  const [cells, notes, shapes] = [sheet.cells, sheet.notes, sheet.shapes].map((parts) => parts.map(inCells));
  const [width, height] = [sheet.width, sheet.height].map((length) => length / UNIT + 2 * edge);
  const groups = sheet.outlines.map((group) => group.map((cell) => cells[cell]));
  return {
    ...{ cells, width, height },
    viewBox: [-edge, -edge, width, height].join(" "),
    bands: groups.filter((group) => !fillsRectangle(group)).map(band),
    links: sheet.links.map(([one, other]) => link(cells[one], cells[other])),
    signs: [...notes.map(({ x, y, text }) => sign(x, y, text)), ...shapes.flatMap((shape) => [sign(shape.x + number[0], shape.y + number[1], shape.text), ...piece(shape)])],
    frames: groups.filter(fillsRectangle).map((group) => frame(group, gap, radius)),
  };
}

/** A mark as it is written in a cell that takes these dice: of both a number each, the black one first. */
export const written = (mark, dice) => (dice.length > 1 ? `${Math.floor(mark / 10)} ${mark % 10}` : String(mark));

const inCells = ({ x, y, ...rest }) => ({ ...rest, x: x / UNIT, y: y / UNIT });

const middle = ({ x, y }) => [x + 0.5, y + 0.5];

function link(one, other) {
  const [[x1, y1], [x2, y2]] = [middle(one), middle(other)];
  return svg("line", { class: "link", x1, y1, x2, y2 });
}

/** Whether cells lie in one row or column, or fill several: these have a frame, any others lie on a band. */
const fillsRectangle = (cells) => new Set(cells.map(({ x }) => x)).size * new Set(cells.map(({ y }) => y)).size === cells.length;

const band = (cells) => svg("polyline", { class: "band", points: cells.map((cell) => middle(cell).join()).join(" ") });

function frame(cells, gap, radius) {
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - gap, Math.min(...ys) - gap];
  const [right, bottom] = [Math.max(...xs) + 1 + gap, Math.max(...ys) + 1 + gap];
  return svg("rect", { class: "outline", x: left, y: top, width: right - left, height: bottom - top, rx: radius });
}

/** The squares of a piece, beside the number that stands for it. */
const piece = ({ x, y, squares }) =>
  squares.map(([right, down]) => svg("rect", { class: "piece", x: x + 0.35 + right * SQUARE, y: y + down * SQUARE, width: 0.22, height: 0.22 }));
