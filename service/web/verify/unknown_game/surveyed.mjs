// The table, checked without the rules of its game: who sat there, start and end, times, and every draw.

import { Refused, Wrong } from "../faults.mjs";
import { malformedEvent } from "../table/events.mjs";
import { Survey } from "./survey.mjs";

const isOfTable = ({ type }) => type.startsWith("table.");
const NO_GAME = { events: () => ({}) };

/** Surveys the table. Returns its `faults`, and `creationEnds`, the versions at which the append that created it may end. */
export function surveyed(file, { onDraw }, figures) {
  const malformed = malformedEvent({ ...file, events: file.events.filter(isOfTable) }, NO_GAME);
  const log = file.events.slice(0, malformed ? malformed.version - 1 : undefined);
  const faults = [malformed, firstFault(new Survey(file, onDraw), log)].filter(Boolean);
  figures.events = log.length;
  figures.draws = log.filter(({ data }) => data.draw != null).length;
  return { faults, creationEnds: earliest(file.events) };
}

function firstFault(survey, log) {
  for (const event of log) {
    try {
      survey.check(event);
    } catch (wrong) {
      if (wrong instanceof Refused) return new Wrong("move-refused", `${event.type} cannot happen here: ${wrong.message}`, event.version);
      if (wrong instanceof Wrong) return wrong;
      throw wrong;
    }
  }
  return survey.unfinished(log.length);
}

/** The versions of the first events that happened at the same time and answer no decision: the creation may end with each of them. */
function earliest(events) {
  const others = events.findIndex(({ at, decision }) => at !== events[0].at || decision !== null);
  return events.slice(0, others < 0 ? undefined : others).map(({ version }) => version);
}
