// The events of a table, and whether each event of a file has the members of its type.

import { Wrong } from "../faults.mjs";
import { anyObject, botId, forms, hex, hex32, integer, isObject, later, list, misfit, name, object } from "../forms.mjs";
import { oneOf, orNull, outcome, seat, seed, seeds, slug, tableId, truth } from "../forms.mjs";
import { FORMATS, origin, source } from "../members.mjs";

const policy = oneOf("skip", "substitute", "resign");
const failure = oneOf("unreachable", "timed-out", "refused", "status", "unreadable", "illegal", "paused", "gone");
const advice = oneOf("announced", "private", "off");
const nothing = oneOf(null);

/** What a table does when a clock runs out or a bot fails. */
const rule = (value, path) => {
  const wanted = isObject(value) ? value.policy : null;
  object({ policy, level: wanted === "substitute" ? slug : nothing, after: wanted === "resign" ? integer(1, 100) : nothing })(value, path);
};

const CREATED = {
  game: slug,
  ruleset: integer(1),
  options: anyObject,
  seats: integer(1, 32),
  auto_start: truth,
  commitment: hex,
  client_seed: orNull(seed),
};

const WITH_CLOCK = {
  ...CREATED,
  turn_seconds: orNull(integer(1, 604_800)),
  on_expiry: orNull(rule),
  abandon_after: orNull(integer(10, 2_592_000)),
  forked_from: orNull(
    object({ ...origin, sources: list(object({ ...source, client_seeds: seeds, draws: integer(1), table: tableId })), table: tableId }),
  ),
};

const WITH_BOTS = { ...WITH_CLOCK, bot_seconds: orNull(integer(1, 3600)), on_failure: orNull(rule) };
const RESERVED = { ...WITH_BOTS, reserved: truth };
const SEAT_TAKEN = { kind: oneOf("human"), name: orNull(name), client_seed: orNull(seed) };
const WITH_LEVEL = { ...SEAT_TAKEN, kind: oneOf("human", "ai"), level: orNull(slug) };
const WITH_BOT = { ...WITH_LEVEL, kind: oneOf("human", "ai", "bot"), bot: orNull(botId) };

/**
 * Every event of a table: whether it belongs to a seat; the exact members of its data, for each number of its schema; and, for events of
 * an earlier schema, the values of the members added later.
 */
export const EVENTS = {
  "table.created": {
    schemas: forms(CREATED, WITH_CLOCK, WITH_BOTS, RESERVED, { ...RESERVED, advice }),
    before: {
      ...{ turn_seconds: null, on_expiry: null, abandon_after: null, forked_from: null },
      ...{ bot_seconds: null, on_failure: null },
      reserved: false,
      advice: "private",
    },
  },
  "table.seat-taken": {
    seat: true,
    schemas: forms(SEAT_TAKEN, WITH_LEVEL, WITH_BOT, { ...WITH_BOT, name: nothing, name_digest: hex }),
    before: { level: null, bot: null, name_digest: null },
  },
  "table.seat-left": { seat: true, schemas: forms({}) },
  "table.started": { schemas: forms({ client_seeds: seeds }) },
  "table.clock-started": { schemas: forms({ seats: list(seat), spans: list(integer(0)), deadline: later }) },
  "table.decision-expired": { seat: true, schemas: forms({ policy, expiries: integer(1) }) },
  "table.bot-failed": { seat: true, schemas: forms({ reason: failure, attempts: integer(0, 4), policy, failures: integer(1) }) },
  "table.seat-substituted": { seat: true, schemas: forms({ level: slug, cause: oneOf("expired", "asked", "failed") }) },
  "table.values-used": { seat: true, schemas: forms({ level: slug, values: orNull(hex) }) },
  "table.advice-requested": { seat: true, schemas: forms({}) },
  "table.seat-resigned": { seat: true, schemas: forms({}) },
  "table.finished": { schemas: forms({ outcome }) },
  "table.seed-revealed": { schemas: forms({ secret: hex }) },
};

/** The fault of the first event that is unknown in this game or does not have exactly its members. */
export function malformedEvent(file, game) {
  const known = { ...EVENTS, ...game.events() };
  const builds = new Builds(file, game);
  for (const event of file.events) {
    const { type, schema, version } = event;
    const form = Object.hasOwn(known, type) ? known[type] : null;
    if (!form || schema > form.schemas.length) {
      return new Wrong("event-unknown", `This verifier does not know the event ${type} with schema ${schema}.`, version);
    }
    try {
      checkEvent(event, form, game.hides ?? (() => false));
      builds.check(event);
    } catch (wrong) {
      return new Wrong("malformed", wrong.detail, version);
    }
  }
  return null;
}

export function checkEvent({ type, schema, seat: owner, data }, form, hides) {
  if ((owner === null) === Boolean(form.seat)) misfit(type, form.seat ? "a seat is missing" : "there must be no seat");
  const { blinding, ...shown } = data;
  const hiding = hides(type, shown);
  if (hiding) hex32(blinding, `${type}.blinding`);
  form.schemas[schema - 1](hiding ? shown : data, type);
}

/** The builds that wrote a log: they only get newer, and none writes a schema newer than itself. */
export class Builds {
  constructor({ format }, { since = 1 }) {
    Object.assign(this, { format, since, created: Infinity, taken: 1 });
  }

  check({ type, schema, data }) {
    if (type === "table.created") this.checkCreated(schema);
    if (type === "table.seat-taken") this.checkTaken(schema, data);
  }

  checkCreated(schema) {
    if (schema > 3 && this.format === FORMATS[0]) misfit("table.created", `files of the format ${this.format} have no schema ${schema}`);
    if (schema < this.since) misfit("table.created", `the game is newer than schema ${schema}`);
    Object.assign(this, { created: schema, taken: Math.min(schema, 3) });
  }

  checkTaken(schema, { kind: held, name: called }) {
    if (called === null && this.format !== FORMATS[2]) misfit("table.seat-taken", `files of the format ${this.format} have every name in its event`);
    if (schema < this.taken) misfit("table.seat-taken", `schema ${schema} is older than that of an earlier event`);
    if (this.created < { human: 1, ai: 2, bot: 3 }[held]) misfit("table.seat-taken", `the table is older than seats of kind ${held}`);
    this.taken = Math.min(schema, 3); // a build writes 3 or 4, by what others can read
  }
}

/** An event's data with the members, and the options of the game, that came later: as in `replayed`, `before` are the options. */
export function completed({ type, data }, { events, before } = { events: {}, before: {} }) {
  const whole = { ...(EVENTS[type] ?? events[type])?.before, ...data };
  return type === "table.created" ? { ...whole, options: { ...before, ...whole.options } } : whole;
}
