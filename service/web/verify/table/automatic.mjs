// What follows by itself at the end of every command: the start, the end, clocks.

import { Wrong } from "../faults.mjs";
import { MOMENT } from "../forms.mjs";
import { ascending } from "../values.mjs";
import { inherit } from "./forking.mjs";

export function settle(run) {
  const full = run.seats.every(({ kind: held }) => held !== "open");
  if (run.status === "open" && full && (run.table.auto_start || run.table.forked_from || !run.people())) begin(run);
  if (run.status === "playing") {
    const result = run.game.outcome();
    if (result) run.finish(result);
    else startClocks(run);
  }
  if (run.status === "finished") run.emit("table.seed-revealed", null, { secret: run.file.secret });
}

export function begin(run) {
  run.status = "playing";
  run.seeds = [run.table.client_seed, ...run.seats.map(({ seed }) => seed)].filter((given) => given !== null);
  run.emit("table.started", null, { client_seeds: run.seeds });
  if (inherits(run)) inherit(run);
  else run.game.setup(run.table.options, run.seats.length);
}

function startClocks(run) {
  const span = run.game.span();
  const fresh = [...run.seats.keys()].filter((at) => run.decisions[at] && run.clocks[at].span !== span);
  const times = fresh.map((at) => seconds(run, at));
  for (const time of ascending(new Set(times)).filter((seconds) => seconds !== null)) {
    startClock(run, fresh.filter((_, index) => times[index] === time), span, deadline(run.first, time));
  }
}

function startClock(run, seats, span, until) {
  for (const at of seats) {
    const last = run.clocks[at];
    run.clocks[at] = { deadline: until, span, expiries: last.expired ? last.expiries : 0, expired: false };
  }
  run.emit("table.clock-started", null, { seats, spans: seats.map(() => span), deadline: until });
}

/** The seconds that a seat has; null: no limit. */
function seconds(run, owner) {
  return run.seats[owner].kind === "bot" ? run.table.bot_seconds : run.table.turn_seconds;
}

function inherits(run) {
  return run.first.type === "table.created" && (run.table.forked_from?.events ?? 0) > 0;
}

/** The time at which a clock that starts now runs out. */
function deadline({ at, version }, seconds) {
  const time = new Date(Date.parse(at) + 1000 * seconds);
  const moment = Number.isNaN(time.getTime()) ? "" : time.toISOString();
  if (!MOMENT.test(moment)) throw new Wrong("move-refused", `A clock of ${seconds} seconds ends after the last valid time.`, version);
  return moment;
}
