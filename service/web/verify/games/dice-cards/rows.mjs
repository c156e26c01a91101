// Mechanisms with rows, ladders, tracks and counters that are filled one number after another.

import { sum } from "../../values.mjs";
import { HIGHEST, inRows, upTo } from "./marks.mjs";

/** The rows that are full, by their places. */
const fullRows = (lengths) => (rows) => upTo(rows.length).filter((row) => rows[row].length === lengths[row]);

/** Whether so many numbers from 1 to `highest` can have this sum. */
const reachable = (wanted, numbers, highest) => wanted >= numbers && wanted <= numbers * highest;

function climb({ ladders, lowest = 1, highest = HIGHEST, step = HIGHEST, down = false, counts }) {
  const higher = (before, number) => (down ? before - number : number - before);
  const next = (row, number) =>
    number >= lowest && number <= highest && (!row.length || (higher(row.at(-1), number) > 0 && higher(row.at(-1), number) <= step));
  const byLadder = { units: ladders.length, done: fullRows(ladders) };
  const starts = ladders.map((_, at) => sum(ladders.slice(0, at)));
  const byRung = { units: sum(ladders), done: (rows) => rows.flatMap((row, at) => upTo(row.length).map((rung) => starts[at] + rung)) };
  return inRows(ladders, next, counts === "ladders" ? byLadder : byRung);
}

function countdown({ starts, marks: most, whole = false }) {
  const next = (row, number, counter) => {
    const [rest, left] = [starts[counter] - sum(row) - number, most[counter] - row.length - 1];
    return whole ? reachable(rest, left, HIGHEST) : rest >= 0 && rest <= left * HIGHEST;
  };
  const open = (row, counter) => sum(row) < starts[counter];
  return inRows(most, (row, number, counter) => open(row, counter) && next(row, number, counter), {
    units: starts.length,
    done: (rows) => upTo(starts.length).filter((counter) => !open(rows[counter], counter)),
  });
}

function scales({ pans, within, highest = HIGHEST }) {
  const balanced = (rows, scale, most) =>
    [2 * scale, 2 * scale + 1].every((pan) => rows[pan].length === pans[pan]) &&
    Math.abs(sum(rows[2 * scale]) - sum(rows[2 * scale + 1])) <= most;
  const units = upTo(pans.length / 2).flatMap((scale) => within.map((most) => [scale, most]));
  return inRows(pans, (row, number) => number <= highest, {
    units: units.length,
    done: (rows) => upTo(units.length).filter((unit) => balanced(rows, ...units[unit])),
  });
}

function sums({ rows: lengths, least = Math.max(...lengths), most = HIGHEST * Math.min(...lengths) }) {
  const fixed = (rows) => rows.find((row, at) => row.length === lengths[at]);
  const split = (marks) => lengths.map((length, at) => marks.slice(sum(lengths.slice(0, at)), sum(lengths.slice(0, at + 1))));
  const next = (row, number, place, marks) => {
    const first = fixed(split(marks).map((cells) => cells.filter((mark) => mark)));
    const [lowest, greatest] = first ? [sum(first), sum(first)] : [least, most];
    const [now, left] = [sum(row) + number, lengths[place] - row.length - 1];
    return number <= HIGHEST && now + left <= greatest && now + left * HIGHEST >= lowest;
  };
  return inRows(lengths, next, { units: lengths.length, done: fullRows(lengths) });
}

function mountain({ length }) {
  const next = (row, number) => {
    if (!row.length) return true;
    const top = row.indexOf(Math.max(...row)) < row.length - 1;
    return number < row.at(-1) ? row.length > 1 : number > row.at(-1) && !top;
  };
  return inRows([length], next, { units: length, done: ([row]) => upTo(row.length) });
}

function race({ tracks, length, highest = HIGHEST, free = false }) {
  const next = (row, number) => number <= highest && (free || !row.length || number >= row.at(-1));
  return inRows(Array(tracks).fill(length), next, {
    units: length,
    done: (rows) => upTo(Math.min(...rows.map((row) => row.length))),
  });
}

function windows({ windows: sizes, lowest = 1, highest = HIGHEST }) {
  const starts = sizes.map((_, at) => sum(sizes.slice(0, at)));
  const next = (row, number, _, marks) =>
    row.length ? row[0] === number : number >= lowest && number <= highest && !starts.some((cell) => marks[cell] === number);
  return inRows(sizes, next, { units: sizes.length, done: fullRows(sizes) });
}

export const ROWS = { climb, countdown, scales, sums, mountain, race, windows };
