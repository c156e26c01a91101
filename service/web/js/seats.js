// The seats that are played from this browser: tokens by table, kept here and never in an address.
// Each table has an entry of its own, so that tabs never overwrite each other's.

import { keep, kept, keptNames, onKept } from "./kept.js";

const BEGINNING = "rollstream.seats.";
const MOST_TABLES = 60;

/** The seats held at a table, by number: [{seat, token}]. */
export function seatsOf(table) {
  return Object.entries(entry(table).tokens)
    .map(([seat, token]) => ({ seat: Number(seat), token }))
    .sort((one, other) => one.seat - other.seat);
}

/** Keeps the token of a seat; the tables that were played longest ago are forgotten when there are too many. */
export function remember(table, seat, token) {
  const { tokens } = entry(table);
  keep(BEGINNING + table, JSON.stringify({ tokens: { ...tokens, [seat]: token }, at: Date.now() }));
  for (const old of heldTables().slice(MOST_TABLES)) keep(BEGINNING + old, null);
}

/** Forgets a seat, or (without one) all of a table's. */
export function forget(table, seat = null) {
  const { tokens, at } = entry(table);
  if (seat !== null) delete tokens[seat];
  const empty = seat === null || !Object.keys(tokens).length;
  keep(BEGINNING + table, empty ? null : JSON.stringify({ tokens, at }));
}

/** The tables at which seats are held, the latest first. */
export function heldTables() {
  const tables = keptNames(BEGINNING).map((name) => name.slice(BEGINNING.length));
  return tables.map((table) => [entry(table).at, table]).sort(([one], [other]) => other - one).map(([, table]) => table);
}

/** Calls back when another tab changes what is held; returns how to stop that. */
export const onSeats = (changed) => onKept(BEGINNING, changed);

function entry(table) {
  try {
    const { tokens, at } = JSON.parse(kept(BEGINNING + table));
    return { tokens: { ...tokens }, at: Number(at) || 0 };
  } catch {
    return { tokens: {}, at: 0 };
  }
}
