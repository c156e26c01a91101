// The creation of a table: what its first event says, and who sits there at once.

import { Wrong, refuse } from "../faults.mjs";
import { bytesOf, hexOf, sha256 } from "../hash.mjs";
import { same } from "../text.mjs";
import { different } from "../values.mjs";

export function create(run) {
  const { type } = run.first;
  if (type !== "table.created") throw new Wrong("event-wrong", `A table begins with table.created, not with ${type}.`, 1);
  const creation = run.completed(run.first);
  const { seats, options, client_seed, auto_start, turn_seconds, abandon_after, forked_from, reserved, advice } = creation;
  if (seats < run.fewest || seats > run.most) refuse(`it cannot be played with ${seats} seats.`);
  if (forked_from !== null) checkOrigin(run, creation);
  const [{ file }, taken] = [run, [...firstSeats(run, seats)]];
  if (forked_from !== null && taken.length < seats) refuse("a fork starts at once, so every seat must be taken.");
  const complete = run.game.options(options, turn_seconds !== null);
  if (forked_from !== null && !same(complete, options)) refuse("with these options, a fork needs a clock.");
  const created = { game: file.game, ruleset: file.ruleset, options: complete, seats, auto_start, client_seed };
  Object.assign(created, { turn_seconds, on_expiry: expiryRule(creation), abandon_after, forked_from, reserved, advice });
  Object.assign(created, botRules(creation, taken, run.hidesDefault));
  created.commitment = hexOf(sha256(bytesOf(file.secret)));
  run.table = created;
  run.seats = Array.from({ length: seats }, () => ({ kind: "open", seed: null, resigned: false }));
  run.decisions = run.seats.map(() => 0);
  run.clocks = run.seats.map(() => ({ deadline: "", span: -1, expiries: 0, expired: false }));
  run.status = "open";
  run.emit(type, null, created);
  for (const seat of taken) run.take(seat);
}

/** Checks that a fork's statements about its origin are possible. */
export function checkOrigin(run, { seats, auto_start, forked_from: { events, sources, table, version } }) {
  const no = (why) => {
    throw new Wrong("event-wrong", `A fork ${why}.`, 1);
  };
  const tables = sources.map((source) => source.table);
  if (!auto_start) no("starts automatically");
  if (!events && sources.length) no("that inherits no events has no sources");
  if (sources.some(({ draws }, at) => at > 0 && draws <= sources[at - 1].draws)) no("has inherited draws from each of its sources");
  if (!different(tables) || [...tables, table].includes(run.file.table)) no("has distinct sources and is none of them");
  const crowded = sources.some(({ client_seeds }) => client_seeds.length > seats + 1);
  if (crowded) no("has sources with at most one client seed for each seat and the creator");
  if (tables.includes(table) && tables.at(-1) !== table) no("has the table it was forked from as its last source");
  if (events && version < events + seats + 2) no(`with ${events} inherited events starts after version ${version}`);
}

/** The seats that may have been taken with the table's creation: in order, at the same time, and without a seed. */
function* firstSeats(run, seats) {
  let last = -1;
  for (let index = 1; run.eventAt(index); index += 1) {
    const event = run.eventAt(index);
    const { type, seat: owner, at } = event;
    const { kind: held, client_seed, level, bot, ...others } = run.completed(event);
    if (type !== "table.seat-taken" || !["human", "ai", "bot"].includes(held) || client_seed !== null) return;
    if ((held === "ai" && level === null) || (held === "bot" && bot === null)) return;
    if (at !== run.first.at || owner <= last || owner >= seats) return;
    last = owner;
    yield { ...others, owner, kind: held, client_seed, level: held === "ai" ? level : null, bot: held === "bot" ? bot : null };
  }
}

const SKIP = { policy: "skip", level: null, after: null };
const STAND_IN = { policy: "substitute", level: "greedy", after: null };

/** The table's rule for a clock that runs out. */
function expiryRule({ turn_seconds, on_expiry }) {
  if (turn_seconds === null) return on_expiry === null ? null : refuse("the table has no clock that can run out.");
  return on_expiry ?? SKIP;
}

/** The table's rules for its bots; nulls without bots. */
function botRules({ turn_seconds, bot_seconds, on_failure }, seats, hidesDefault) {
  if (!seats.some(({ kind: held }) => held === "bot")) {
    return bot_seconds === null && on_failure === null ? { bot_seconds, on_failure } : refuse("the table has no bots.");
  }
  if (hidesDefault && on_failure !== null && on_failure.policy !== "substitute") refuse("a bot that fails would tell a hidden answer.");
  const seconds = bot_seconds ?? 30;
  return { bot_seconds: Math.min(seconds, turn_seconds ?? seconds), on_failure: on_failure ?? STAND_IN };
}
