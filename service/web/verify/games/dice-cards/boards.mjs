// The forms of boards, by mechanism. What has a usual value may be missing or null.

import { fitting, integer, list, object, oneOf, orNull, text, truth } from "../../forms.mjs";
import { canonical } from "../../text.mjs";
import { different, sum } from "../../values.mjs";
import { cellsOf } from "./grids.mjs";
import { HIGHEST } from "./marks.mjs";
import { linesOf, mostApart, pairOf } from "./printed.mjs";

const MOST_CELLS = 36;
const LONGEST = 6 * MOST_CELLS;
const FACES = [1, 2, 3, 4, 5, 6];
const BOTH = FACES.flatMap((black) => FACES.map((red) => 10 * black + red));

/** An object without its members that are null. */
export const given = (value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

/** Lists of a deck are neither empty nor long. */
export const some = (form) => list(form, 1, LONGEST);
const numbers = (least, most) => some(integer(least, most));
const faces = numbers(1, HIGHEST);
const cells = some(numbers(0, MOST_CELLS - 1));

const flag = orNull(truth);
const word = (...words) => orNull(oneOf(...words));
const number = (least) => orNull(integer(least, HIGHEST));
const RANGE = { lowest: number(1), highest: number(1) };

/** A form whose members fit together, too. */
const board = (members, others = {}, fits = () => true) => (value, path) => {
  object(members, others)(value, path);
  fitting((one) => fits(given(one)), "a board that can be played")(value, path);
};

const rising = ({ lowest = 1, highest = HIGHEST }) => lowest <= highest;
const numbersOf = ({ lowest = 1, highest = HIGHEST }) => highest - lowest + 1;
const small = (lengths) => sum(lengths) <= MOST_CELLS;
const inside = (lists, size) => lists.flat().every((cell) => cell < size);

const pair = fitting((print) => BOTH.some(pairOf(print)), "a print for both dice");
const print = (value, path) => (typeof value === "string" ? pair : Array.isArray(value) ? faces : integer(1, HIGHEST))(value, path);

const PRINTED = {
  printed: board({ cells: some(print) }, { lines: cells }, ({ cells: { length }, lines = [] }) =>
    length <= MOST_CELLS && inside(lines, length) && lines.every(different)),
  columns: board({ columns: some(some(print)) }, { counts: word("columns", "cells") }, ({ columns }) =>
    small(columns.map(({ length }) => length))),
  bingo: board({ width: integer(2, 6), numbers: faces, bingos: integer(1, 6) }, {}, ({ width, numbers, bingos }) => {
    const height = numbers.length / width;
    return Number.isInteger(height) && height >= 2 && height <= 6 && bingos <= mostApart(linesOf(width, height));
  }),
  ring: board({ numbers: list(integer(1, HIGHEST), 3, 24) }, { forwards: flag }),
};

const ROWS = {
  climb: board({ ladders: numbers(2, 12) }, { ...RANGE, step: number(1), down: flag, counts: word("rungs", "ladders") }, ({ ladders, ...range }) =>
    rising(range) && small(ladders) && Math.max(...ladders) <= numbersOf(range)),
  countdown: board({ starts: numbers(2, 99), marks: numbers(1, 12) }, { whole: flag }, ({ starts, marks }) =>
    starts.length === marks.length && small(marks) && starts.every((start, at) => start >= marks[at] && start <= HIGHEST * marks[at])),
  scales: board({ pans: numbers(1, 8), within: numbers(0, 12) }, { highest: number(2) }, ({ pans, within }) =>
    pans.length % 2 === 0 && small(pans) && within.every((most, at) => at === 0 || most < within[at - 1])),
  sums: board({ rows: numbers(1, 6) }, { least: orNull(integer()), most: orNull(integer()) }, ({ rows: lengths, ...bounds }) => {
    const [shortest, longest] = [Math.max(...lengths), HIGHEST * Math.min(...lengths)];
    const { least = shortest, most = longest } = bounds;
    return small(lengths) && shortest <= least && least <= most && most <= longest;
  }),
  mountain: board({ length: integer(3, 2 * HIGHEST - 1) }),
  race: board({ tracks: integer(2, 6), length: integer(2, 12) }, { highest: number(2), free: flag }, ({ tracks, length }) =>
    tracks * length <= MOST_CELLS),
  windows: board({ windows: numbers(1, 6) }, RANGE, ({ windows, ...range }) =>
    rising(range) && small(windows) && windows.length <= numbersOf(range)),
};

/** Whether a piece is drawn with 1 to 6 squares, and not wider than the grid. */
function isPiece(piece, width) {
  const squares = cellsOf(piece);
  return /^[#./]+$/.test(piece) && squares.length >= 1 && squares.length <= 6 && squares.every(([across]) => across < width);
}

/** Whether lines of so many cells can have these sums. */
const reachable = (sums, size, highest) => sums.every((wanted) => wanted >= size && wanted <= size * highest);

const GRIDS = {
  latin: board({ size: integer(3, 6) }, { box: list(integer(1, 6), 2, 2), counts: word("rows", "rows-columns", "boxes", "all") },
    ({ size, box, counts }) => (box ? box[0] * box[1] === size : counts !== "boxes")),
  magic: board({ rows: numbers(1, 72), columns: numbers(1, 72) }, { highest: number(2) }, ({ rows: across, columns, highest = HIGHEST }) => {
    const [width, height] = [columns.length, across.length];
    const sized = width >= 2 && height >= 2 && width * height <= MOST_CELLS && sum(across) === sum(columns);
    return sized && reachable(across, width, highest) && reachable(columns, height, highest);
  }),
  thermometers: board({ tubes: numbers(2, 12) }, RANGE, ({ tubes, ...range }) =>
    rising(range) && small(tubes) && Math.max(...tubes) <= numbersOf(range)),
  regions: board(
    { regions: integer(2, MOST_CELLS), borders: cells, rule: oneOf("differ", "near", "far", "even-odd") },
    { ...RANGE, lands: cells },
    ({ regions, borders, lands = [], ...range }) =>
      rising(range) && inside([...borders, ...lands], regions) && borders.every((border) => border.length === 2 && different(border)),
  ),
  path: board({ width: integer(2, 6), height: integer(2, 6), start: integer(0), steps: numbers(0, HIGHEST - 1) }, { highest: number(2) },
    ({ width, height, start, steps, highest = HIGHEST }) => {
      const steppable = Math.max(...steps) < highest && 2 * Math.min(...steps) <= highest;
      return width * height < MOST_CELLS && start < width * height && steppable;
    }),
  falling: board({ width: integer(2, 6), height: integer(2, 6), pieces: list(text, 1, 12) }, {}, ({ width, pieces }) =>
    pieces.every((piece) => isPiece(piece, width)) && different(pieces.map((piece) => canonical(cellsOf(piece))))),
};

export const BOARDS = { ...PRINTED, ...ROWS, ...GRIDS };
