// What a fork inherits, played again with the dice of its sources.

import { sourceFinder } from "../draws.mjs";
import { Refused, Wrong, refuse } from "../faults.mjs";

const INHERITS_MORE = "By the rules, the fork inherits more events.";

export function inherit(run) {
  run.compare();
  const { events, sources } = run.table.forked_from;
  const begun = run.produced.length;
  if (!run.eventAt(begun)) throw new Wrong("event-missing", "A fork starts at once, with the events that it inherits.", begun + 1);
  Object.assign(run, { sourceOf: sourceFinder(sources), inheriting: true });
  for (let done = 0; done < events; done = run.produced.length - begun) {
    try {
      if (done) inheritMove(run, run.from(begun + done, begun + events));
      else run.game.setup(run.table.options, run.seats.length);
    } catch (refused) {
      throw refused instanceof Refused ? run.wrongFrom(begun + done, refused) : refused;
    }
    const fresh = Array.from({ length: run.produced.length - begun - done }, (_, at) => begun + done + at);
    run.compare(fresh.filter((index) => index < begun + events));
    if (run.produced.length > begun + events) throw new Wrong("event-missing", INHERITS_MORE, begun + events + 1);
  }
  run.inheriting = false;
  const stated = sources.at(-1)?.draws ?? 0;
  const inherited = run.drawSources.length;
  if (inherited !== stated) throw new Wrong("event-wrong", `The sources have ${stated} draws, but the fork inherits ${inherited}.`, 1);
  if (run.game.outcome()) throw new Wrong("event-wrong", "The fork inherits a game that is already decided.", 1);
}

function inheritMove(run, rest) {
  if (!rest.length) throw new Wrong("event-missing", INHERITS_MORE, run.first.version + run.produced.length);
  const { type, seat: owner } = rest[0];
  if (owner === null || owner >= run.seats.length) refuse("it belongs to no seat.");
  if (type === "table.seat-resigned" && !run.seats[owner].resigned) run.resign(owner);
  else if (type in run.game.events) run.game.decide(owner, run.game.command(rest));
  else refuse("no fork inherits it.");
}
