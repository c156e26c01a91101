// What mechanisms have in common.

import { sum } from "../../values.mjs";

export const HIGHEST = 12;

export const upTo = (count) => Array.from({ length: count }, (_, at) => at);

/** The marks with a number in a cell. */
export const written = (marks, cell, number) => marks.map((mark, at) => (at === cell ? number : mark));

export const count = (marks) => marks.filter((mark) => mark).length;

/** The lists of cells of which every cell is marked, by their places. */
export const full = (marks, lines) => upTo(lines.length).filter((line) => lines[line].every((cell) => marks[cell]));

/** The cells of rows of these lengths, one row after another. */
export const rowsOf = (lengths) => lengths.map((length, row) => upTo(length).map((at) => sum(lengths.slice(0, row)) + at));

/** A mechanism whose places are rows that are filled from their first cell: `next` says whether a number may follow those in the row. */
export function inRows(lengths, next, { units, done }) {
  const rows = rowsOf(lengths);
  const numbersIn = (marks, row) => rows[row].map((cell) => marks[cell]).filter((mark) => mark);
  const free = (marks, row) => rows[row]?.find((cell) => !marks[cell]);
  return {
    cells: sum(lengths),
    places: rows.length,
    units,
    allows: (marks, row, number) => free(marks, row) !== undefined && next(numbersIn(marks, row), number, row, marks),
    after: (marks, row, number) => written(marks, free(marks, row), number),
    done: (marks) => done(upTo(rows.length).map((row) => numbersIn(marks, row)), marks),
  };
}

/** A mechanism whose places are cells, marked in any order: `fits` says whether a number may be in an empty cell. */
export function inCells(cells, fits, { units, done, two }) {
  return {
    ...{ cells, places: cells, units, done, two },
    allows: (marks, cell, number) => cell < cells && marks[cell] === 0 && fits(marks, cell, number),
    after: written,
  };
}
