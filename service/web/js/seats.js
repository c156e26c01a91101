// The seats that this browser holds: tokens by table, stored here and never in an address.
// Each table has its own entry, so that tabs never overwrite each other's.

import { onStorage, readStorage, storedNames, writeStorage } from "./storage.js";

const KEY_PREFIX = "rollstream.seats.";
const MOST_TABLES = 60;

/** The seats held at a table, by number: [{seat, token}]. */
export function seatsOf(table) {
  return Object.entries(entry(table).tokens)
    .map(([seat, token]) => ({ seat: Number(seat), token }))
    .sort((one, other) => one.seat - other.seat);
}

/** Stores the token of a seat. When there are too many tables, deletes those played longest ago. */
export function storeSeat(table, seat, token) {
  const { tokens } = entry(table);
  writeStorage(KEY_PREFIX + table, JSON.stringify({ tokens: { ...tokens, [seat]: token }, at: Date.now() }));
  for (const old of heldTables().slice(MOST_TABLES)) writeStorage(KEY_PREFIX + old, null);
}

/** Deletes a seat, or (without one) all seats of a table. */
export function deleteSeat(table, seat = null) {
  const { tokens, at } = entry(table);
  if (seat !== null) delete tokens[seat];
  const empty = seat === null || !Object.keys(tokens).length;
  writeStorage(KEY_PREFIX + table, empty ? null : JSON.stringify({ tokens, at }));
}

/** The tables with seats held here, the latest first. */
export function heldTables() {
  const tables = storedNames(KEY_PREFIX).map((name) => name.slice(KEY_PREFIX.length));
  return tables.map((table) => [entry(table).at, table]).sort(([one], [other]) => other - one).map(([, table]) => table);
}

/** Calls back when another tab changes the held seats. Returns a function that stops this. */
export const onSeats = (changed) => onStorage(KEY_PREFIX, changed);

function entry(table) {
  try {
    const { tokens, at } = JSON.parse(readStorage(KEY_PREFIX + table));
    return { tokens: { ...tokens }, at: Number(at) || 0 };
  } catch {
    return { tokens: {}, at: 0 };
  }
}
