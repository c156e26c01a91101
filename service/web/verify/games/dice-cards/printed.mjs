// Mechanisms with printed numbers: in any order, in columns, in lines of bingo, around a ring.

import { count, full, inCells, upTo } from "./marks.mjs";

const PAIRS = {
  odd: (wanted) => (one, other) => wanted === undefined && one % 2 === 1 && other % 2 === 1,
  even: (wanted) => (one, other) => wanted === undefined && one % 2 === 0 && other % 2 === 0,
  double: (wanted) => (one, other) => one === other && (wanted === undefined || one === wanted),
  sum: (wanted) => (one, other) => one + other === wanted,
  product: (wanted) => (one, other) => one * other === wanted,
  difference: (wanted) => (one, other) => Math.abs(one - other) === wanted,
};

/** Whether a number of both dice is what this print says, such as `sum 7`: a word, for some with up to two digits after a space. */
export function pairOf(print) {
  const [, word, digits] = /^([a-z]+)(?: (\d{1,2}))?$/.exec(print) ?? [];
  const wanted = digits === undefined ? undefined : Number(digits);
  const fits = Object.hasOwn(PAIRS, word) ? PAIRS[word](wanted) : () => false;
  return (number) => fits(Math.floor(number / 10), number % 10);
}

/** Whether a number may be in a cell with this print: a number, one of several, or what both dice together are. */
function printOf(print) {
  if (typeof print === "string") return { two: true, fits: pairOf(print) };
  if (Array.isArray(print)) return { fits: (number) => print.includes(number) };
  return { fits: (number) => number === print };
}

function printed({ cells, lines = upTo(cells.length).map((cell) => [cell]) }) {
  const prints = cells.map(printOf);
  return inCells(cells.length, (_, cell, number) => prints[cell].fits(number), {
    units: lines.length,
    done: (marks) => full(marks, lines),
    two: (cell) => prints[cell]?.two,
  });
}

function columns({ columns: shown, counts }) {
  const prints = shown.flat().map(printOf);
  const starts = shown.map((_, at) => shown.slice(0, at).flat().length);
  const lines = shown.map((column, at) => column.map((_, down) => starts[at] + down));
  const opened = (marks, cell) => starts.includes(cell) || marks[cell - 1] > 0;
  return inCells(prints.length, (marks, cell, number) => opened(marks, cell) && prints[cell].fits(number), {
    units: counts === "cells" ? prints.length : lines.length,
    done: (marks) => full(marks, counts === "cells" ? upTo(prints.length).map((cell) => [cell]) : lines),
    two: (cell) => prints[cell]?.two,
  });
}

/** Rows, columns and, in a square, both diagonals. */
export function linesOf(width, height) {
  const rows = upTo(height).map((row) => upTo(width).map((column) => row * width + column));
  const across = upTo(width).map((column) => upTo(height).map((row) => row * width + column));
  const falling = upTo(width).map((at) => at * width + at);
  const rising = upTo(width).map((at) => at * width + width - 1 - at);
  return [...rows, ...across, ...(width === height ? [falling, rising] : [])];
}

/** The most lines of which no two have a cell in common. */
export function mostApart([first, ...others]) {
  if (!first) return 0;
  const apart = others.filter((line) => !line.some((cell) => first.includes(cell)));
  return Math.max(1 + mostApart(apart), mostApart(others));
}

function bingo({ width, numbers, bingos }) {
  const lines = linesOf(width, numbers.length / width);
  return inCells(numbers.length, (_, cell, number) => numbers[cell] === number, {
    units: bingos + 1,
    done: (marks) => {
      const complete = full(marks, lines).map((at) => lines[at]);
      const counted = upTo(Math.min(bingos, mostApart(complete)));
      return marks.every((mark) => mark) ? [...counted, bingos] : counted;
    },
  });
}

function ring({ numbers, forwards = false }) {
  const around = (cell) => (cell + numbers.length) % numbers.length;
  const beside = (marks, cell) => marks[around(cell - 1)] > 0 || (!forwards && marks[around(cell + 1)] > 0);
  return inCells(numbers.length, (marks, cell, number) => number === numbers[cell] && (!count(marks) || beside(marks, cell)), {
    units: numbers.length,
    done: (marks) => upTo(count(marks)),
  });
}

export const PRINTED = { printed, columns, bingo, ring };
