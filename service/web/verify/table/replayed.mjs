// The table, checked by the rules of its game.

import { creationEnds } from "../receipts.mjs";
import { malformedEvent } from "./events.mjs";
import { TableReplay } from "./replay.mjs";

/**
 * Replays the table. Returns its `faults`, and `creationEnds`, the versions at which the append that created it may end.
 *
 * `game`: the number of its rules (`ruleset`), its fewest and most `seats`, its `events()`, and its `rules(emit, dice, own)` with a
 * deployment's own data. `before`: the options that are newer than the game, each with its value at tables without it. `since`: the lowest
 * schema of its `table.created`, by default 1. A game that hides something has `hides(type, data)`: whether spectators do not see all of
 * this event; with `hidesDefault` they do not see what is answered by default.
 */
export function replayed(file, game, own, figures) {
  const malformed = malformedEvent(file, game);
  const log = file.events.slice(0, malformed ? malformed.version - 1 : undefined);
  const run = new TableReplay(file, log, game, own);
  const faults = [malformed, run.firstFault()].filter(Boolean);
  figures.events = log.length;
  figures.appends = run.appends;
  figures.draws = log.filter(({ data }) => data.draw != null).length;
  return { faults, creationEnds: faults.length ? [] : creationEnds(file.events, run.creationLength) };
}
