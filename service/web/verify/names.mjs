// The names beside the events: whether each fits the digest in its event, and which were erased.

import { Wrong, plain } from "./faults.mjs";
import { hexOf, sha256, utf8 } from "./hash.mjs";
import { canonical } from "./text.mjs";

const TAKEN = "table.seat-taken";
const DIGESTED_SCHEMA = 4;

export const digestOf = ({ name, salt }) => hexOf(sha256(utf8(canonical(["rollstream-name-1", salt, name]))));

/** Whether a name was erased that the event's hash covered. */
export const lacksHashedName = ({ type, schema, data }) => type === TAKEN && schema < DIGESTED_SCHEMA && data.name === null;

/** The faults of names that do not fit the digest in their event. */
export function wrongNames({ events, names = [] }) {
  const digests = new Map(events.filter(({ type }) => type === TAKEN).map(({ version, data }) => [version, data.name_digest]));
  const unfit = names.filter((named) => digests.get(named.version) !== digestOf(named));
  return unfit.map(({ name, version }) => new Wrong("name-wrong", `The name "${plain(name)}" does not fit the digest of its event.`, version));
}

/** The erased names: how many, and the last version whose own hash covered one (0: none). */
export function erasedNames({ events, names = [] }) {
  const known = new Set(names.map(({ version }) => version));
  const nameless = events.filter(({ type, data }) => type === TAKEN && data.name === null);
  const erased = nameless.filter(({ version }) => !known.has(version));
  return { names: erased.length, unbound: nameless.findLast(lacksHashedName)?.version ?? 0 };
}
