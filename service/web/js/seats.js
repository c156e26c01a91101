// The seats that this browser holds: tokens by table, stored here and never in an address.
// Each table has its own entry, so that tabs never overwrite each other's.

import { keep, kept, keptNames, onKept } from "./kept.js";

const BEGINNING = "rollstream.seats.";
const MOST_TABLES = 60;

/** The seats held at a table, by number: [{seat, token}]. */
export function seatsOf(table) {
  return Object.entries(entry(table).tokens)
    .map(([seat, token]) => ({ seat: Number(seat), token }))
    .sort((one, other) => one.seat - other.seat);
}

/** Stores the token of a seat. When there are too many tables, deletes those played longest ago. */
export function remember(table, seat, token) {
  const { tokens } = entry(table);
  keep(BEGINNING + table, JSON.stringify({ tokens: { ...tokens, [seat]: token }, at: Date.now() }));
  for (const old of heldTables().slice(MOST_TABLES)) keep(BEGINNING + old, null);
}

/** Deletes a seat, or (without one) all seats of a table. */
export function forget(table, seat = null) {
  const { tokens, at } = entry(table);
  if (seat !== null) delete tokens[seat];
  const empty = seat === null || !Object.keys(tokens).length;
  keep(BEGINNING + table, empty ? null : JSON.stringify({ tokens, at }));
}

/** The tables with seats held here, the latest first. */
export function heldTables() {
  const tables = keptNames(BEGINNING).map((name) => name.slice(BEGINNING.length));
  return tables.map((table) => [entry(table).at, table]).sort(([one], [other]) => other - one).map(([, table]) => table);
}

/** Calls back when another tab changes the held seats. Returns a function that stops this. */
export const onSeats = (changed) => onKept(BEGINNING, changed);

function entry(table) {
  try {
    const { tokens, at } = JSON.parse(kept(BEGINNING + table));
    return { tokens: { ...tokens }, at: Number(at) || 0 };
  } catch {
    return { tokens: {}, at: 0 };
  }
}
