// Mechanisms on grids, tubes and maps, in which a number depends on those around it.

import { sum } from "../../values.mjs";
import { HIGHEST, count, full, inCells, rowsOf, upTo, written } from "./marks.mjs";

/** Without a box there are none. A group comes as soon as the rows before it have all of its cells. */
function latin({ size, box, counts = "all" }) {
  const cells = upTo(size * size);
  const [width, height] = box ?? [size, size];
  const [rowOf, columnOf] = [(cell) => Math.floor(cell / size), (cell) => cell % size];
  const boxOf = (cell) => Math.floor(rowOf(cell) / height) * (size / width) + Math.floor(columnOf(cell) / width);
  const groupsBy = (of) => upTo(size).map((group) => cells.filter((cell) => of(cell) === group));
  const [rows, columns, boxes] = [groupsBy(rowOf), groupsBy(columnOf), box ? groupsBy(boxOf) : []];
  const groups = [...rows, ...columns, ...boxes];
  const inOrder = groups.toSorted((one, other) => one.at(-1) - other.at(-1) || other[0] - one[0]);
  const counted = { rows, boxes, "rows-columns": [...rows, ...columns], all: inOrder }[counts];
  const fits = (marks, cell, number) =>
    number <= size && groups.every((group) => !group.includes(cell) || group.every((other) => marks[other] !== number));
  return inCells(size * size, fits, { units: counted.length, done: (marks) => full(marks, counted) });
}

function magic({ rows, columns, highest = HIGHEST }) {
  const width = columns.length;
  const lines = [
    ...rows.map((wanted, row) => ({ wanted, cells: upTo(width).map((column) => row * width + column) })),
    ...columns.map((wanted, column) => ({ wanted, cells: upTo(rows.length).map((row) => row * width + column) })),
  ];
  const possible = (marks, { wanted, cells }) => {
    const missing = cells.filter((cell) => !marks[cell]).length;
    const rest = wanted - sum(cells.map((cell) => marks[cell]));
    return rest >= missing && rest <= missing * highest;
  };
  const fits = (marks, cell, number) => {
    const then = written(marks, cell, number);
    return number <= highest && lines.every((line) => !line.cells.includes(cell) || possible(then, line));
  };
  return inCells(rows.length * width, fits, {
    units: lines.length,
    done: (marks) => full(marks, lines.map(({ cells }) => cells)),
  });
}

function thermometers({ tubes, lowest = 1, highest = HIGHEST }) {
  const lines = rowsOf(tubes);
  const fits = (marks, cell, number) => {
    const tube = lines.find((line) => line.includes(cell));
    const at = tube.indexOf(cell);
    const roomBelow = tube.every((other, place) => place >= at || !marks[other] || number - marks[other] >= at - place);
    const roomAbove = tube.every((other, place) => place <= at || !marks[other] || marks[other] - number >= place - at);
    return number >= lowest + at && number <= highest - (tube.length - 1 - at) && roomBelow && roomAbove;
  };
  return inCells(sum(tubes), fits, { units: tubes.length, done: (marks) => full(marks, lines) });
}

const NEIGHBOURS = {
  differ: (one, other) => one !== other,
  near: (one, other) => Math.abs(one - other) <= 1,
  far: (one, other) => Math.abs(one - other) >= 2,
  "even-odd": (one, other) => one % 2 !== other % 2,
};

function regions({ regions: size, borders, lands = upTo(size).map((region) => [region]), rule, lowest = 1, highest = HIGHEST }) {
  const agree = NEIGHBOURS[rule];
  const beside = (region) => borders.filter((border) => border.includes(region)).map(([one, other]) => (one === region ? other : one));
  const fits = (marks, region, number) =>
    number >= lowest && number <= highest && beside(region).every((other) => !marks[other] || agree(marks[other], number));
  return inCells(size, fits, { units: lands.length, done: (marks) => full(marks, lands) });
}

/** The last of the marks is the cell in which the path ends, counted from 1. */
function path({ width, height, start, steps, highest = HIGHEST }) {
  const size = width * height;
  const far = (one, other) => Math.abs((one % width) - (other % width)) + Math.abs(Math.floor(one / width) - Math.floor(other / width));
  const follows = (marks, cell, number) => {
    const end = marks[size] - 1;
    return end < 0 ? cell === start : far(cell, end) === 1 && steps.includes(Math.abs(number - marks[end]));
  };
  return {
    cells: size + 1,
    places: size,
    units: size,
    allows: (marks, cell, number) => cell < size && marks[cell] === 0 && number <= highest && follows(marks, cell, number),
    after: (marks, cell, number) => written(written(marks, cell, number), size, cell + 1),
    done: (marks) => upTo(count(marks.slice(0, size))),
  };
}

/** The cells of a piece, as columns from its left edge and rows from its lowest. */
export function cellsOf(piece) {
  const rows = piece.split("/").reverse();
  return rows.flatMap((row, up) => upTo(row.length).filter((across) => row[across] === "#").map((across) => [across, up]));
}

function falling({ width, height, pieces }) {
  const shapes = pieces.map(cellsOf);
  const lines = upTo(height).map((row) => upTo(width).map((column) => row * width + column));
  const highestIn = (marks, column) => 1 + upTo(height).findLastIndex((row) => marks[row * width + column]);
  /** The cells of the grid in which a piece comes to lie. */
  const lies = (marks, column, number) => {
    const shape = shapes[number - 1] ?? [];
    if (column < 0 || shape.some(([across]) => column + across >= width)) return [];
    const bottom = Math.max(0, ...shape.map(([across, up]) => highestIn(marks, column + across) - up));
    return shape.filter(([, up]) => bottom + up < height).map(([across, up]) => (bottom + up) * width + column + across);
  };
  return {
    cells: width * height,
    places: width,
    units: height,
    allows: (marks, column, number) => lies(marks, column, number).length > 0,
    after: (marks, column, number) => lies(marks, column, number).reduce((now, cell) => written(now, cell, number), marks),
    done: (marks) => full(marks, lines),
  };
}

export const GRIDS = { latin, magic, thermometers, regions, path, falling };
