// A replay's texts and figures from a table's events: the lines of the log, the versions of the steps, the points after each turn, the decision at a step. Pure.

import { changeFor } from "../table/columns.js";
import { t } from "../text.js";

/**
 * A function that returns log lines for the next events: {version, seat, text, heading}. Call it with all of a table's events in order.
 * `roundOf(event)` is the round that begins with an event, undefined if none does.
 * `sentenceOf(event)` returns a line, "" for an event without one. The first line of each round has a heading; for all others it is null.
 */
export function logLines(sentenceOf, roundOf = ({ data }) => data.round) {
  let [round, headed] = [null, undefined];
  return (events) => events.flatMap((event) => {
    if (event.type === "table.started") round = 1;
    round = roundOf(event) ?? round;
    const text = sentenceOf(event);
    const heading = text && headed !== round ? headingOf(round) : null;
    if (text) headed = round;
    return text ? [{ version: event.version, seat: event.seat, text, heading }] : [];
  });
}

const headingOf = (round) => (round === null ? t("replay.before") : t("replay.round", { n: round }));

/** Lines of the log together with more of them, by version. */
export function withLines(entries, more) {
  const known = new Set(entries.map(({ version }) => version));
  return [...entries, ...more.filter(({ version, text }) => text && !known.has(version))].sort((a, b) => a.version - b.version);
}

/** The versions at which a step ends: those with a line, and the newest. */
export function stopsOf(entries, last) {
  const stops = entries.map(({ version }) => version);
  return stops.at(-1) === last ? stops : [...stops, last];
}

/**
 * Points by seat after each turn, and first before any, from a game's score sheet: [{version, points}]. Turns of all seats at the same time
 * are one.
 */
export function scoresOf(sheet, seats) {
  const scores = [{ version: 1, points: Array(seats).fill(0) }];
  for (const turn of sheet.flatMap(({ turns }) => turns)) {
    const points = scores.at(-1).points.map((had, seat) => had + changeFor(seat, turn));
    if (scores.at(-1).version === turn.version) scores.pop();
    scores.push({ version: turn.version, points });
  }
  return scores;
}

/** The version at which a game has started and no player has moved yet; without any move, the newest; before the start, 1. */
export function beginningOf(events) {
  const first = events.find(({ type, decision }) => decision !== null && !type.startsWith("table."));
  const started = events.find(({ type }) => type === "table.started");
  return first ? first.version - 1 : started ? events.length : 1;
}

/** The decision of a review that is made after a version and not after the next one; of several at the same time that of a seat. */
export function decisionBetween(decisions, seat, at, next) {
  const made = decisions.filter(({ version }) => at < version && version <= next);
  return made.find((decision) => decision.seat === seat) ?? made[0] ?? null;
}
