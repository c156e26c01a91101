// The members of a file: their types, and what they are by the events.

import { Wrong } from "./faults.mjs";
import { anyObject, base64, eventType, fitting, hex, hex32, integer, isObject, kind, list, misfit, moment, name, object } from "./forms.mjs";
import { oneOf, orNull, outcome, seat, slug, tableId, text } from "./forms.mjs";
import { canonical, same } from "./text.mjs";

export const FORMATS = ["rollstream-table-1", "rollstream-table-2", "rollstream-table-3"];

export const source = { client_seeds: list(text), draws: integer(0), secret: hex, table: text };
export const origin = { events: integer(0), hash: hex, sources: list(object(source)), table: text, version: integer(1) };

const event = object({
  at: moment,
  data: anyObject,
  decision: orNull(integer(1)),
  hash: hex,
  schema: integer(1),
  seat: orNull(seat),
  type: eventType,
  version: integer(1),
});

const receipt = object({
  at: moment,
  commitment: hex,
  head: hex,
  key: base64(43),
  signature: base64(86),
  table: tableId,
  version: integer(1),
});

const MEMBERS = {
  client_seeds: list(text),
  commitment: hex,
  events: fitting((v) => Array.isArray(v) && v.length > 0, "a list of events"),
  forked_from: orNull(object(origin)),
  format: oneOf(...FORMATS),
  game: slug,
  head: hex,
  options: anyObject,
  outcome,
  ruleset: integer(1),
  scores: list(integer()),
  seats: list(object({ kind, level: orNull(text), name: orNull(text), seat })),
  secret: hex,
  table: tableId,
};

const WITH_RECEIPTS = { ...MEMBERS, receipts: object({ created: orNull(receipt), finished: orNull(receipt) }) };
const WITH_NAMES = { ...WITH_RECEIPTS, names: list(object({ name, salt: hex32, version: integer(1) })) };
const FILES = { [FORMATS[0]]: object(MEMBERS), [FORMATS[1]]: object(WITH_RECEIPTS), [FORMATS[2]]: object(WITH_NAMES) };

export function checkShape(file) {
  const format = isObject(file) && typeof file.format === "string" ? file.format : FORMATS[0];
  if (!Object.hasOwn(FILES, format)) throw new Wrong("unreadable", `This is not a file of the format ${FORMATS.join(" or ")}.`);
  if (isObject(file) && Array.isArray(file.events)) list(event)(file.events, "$.events");
  FILES[format](file, "$");
  file.names?.forEach(({ version }, at, names) => {
    if (at && version <= names[at - 1].version) misfit(`$.names[${at}]`, "it is not in its place");
  });
  file.events.forEach(({ version }, at) => {
    if (version !== at + 1) throw new Wrong("version-wrong", `The version is ${version}, not ${at + 1}.`, at + 1);
  });
}

/** The faults of the members that follow from the events. */
export function wrongMembers(file) {
  const newest = Object.fromEntries(file.events.map((event) => [event.type, event.data]));
  const created = newest["table.created"];
  const named = new Map((file.names ?? []).map((one) => [one.version, one.name]));
  const { outcome } = newest["table.finished"];
  const holders = Array.from({ length: created.seats }, () => ({ kind: "open" }));
  for (const event of file.events) {
    if (event.type === "table.seat-taken") holders[event.seat] = { ...event.data, name: event.data.name ?? named.get(event.version) };
    if (event.type === "table.seat-left") holders[event.seat] = { kind: "open" };
  }
  const members = {
    game: created.game,
    ruleset: created.ruleset,
    options: created.options,
    commitment: created.commitment,
    client_seeds: newest["table.started"]?.client_seeds ?? [],
    secret: newest["table.seed-revealed"].secret,
    forked_from: created.forked_from ?? null,
    seats: holders.map((held, at) => ({ seat: at, kind: held.kind, name: held.name ?? null, level: held.level ?? null })),
    outcome,
    scores: [...outcome.ranking].sort((a, b) => a.seat - b.seat).map((entry) => entry.points),
    head: file.events.at(-1).hash,
  };
  const differing = Object.entries(members).filter(([name, member]) => !same(file[name], member));
  return differing.map(([name, member]) => new Wrong("member-wrong", `By the events, ${name} is ${canonical(member)}.`));
}
