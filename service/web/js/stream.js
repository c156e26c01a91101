// The events at a table, each once and in order, however often the connection fails.

import { client, Problem, reportReachable } from "./api.js";
import { eventId } from "./rollstream-follow.mjs";
import { safely } from "./safely.js";

/**
 * Follows a table after the event `last` (null: from its beginning). Returns a function that stops this.
 *
 * `onEvents(events, view)` gets the events, and the table as it was just now, or null. `onState(state)` gets the state of the connection:
 * `live`, `polling`, `reconnecting`, `offline`, and `ended` once nothing more can happen. `onProblem(problem)`: the service refuses, and
 * following ends. Examples: the seat is no longer held by anyone; `history-changed`: the table no longer has the last event.
 */
export function follow(table, { token, last, onEvents, onState = () => {}, onProblem = () => {} }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const states = { onState: (state) => safely(onState, state), onSign: () => reportReachable(true) };
  keepUp(client.follow(table, { token, after: eventId(last), signal, ...states }), onEvents).catch((problem) => {
    if (!signal.aborted) onProblem(problem);
  });
  return () => stopping.abort();
}

async function keepUp(following, onEvents) {
  for await (const { anew, view, events } of following) {
    if (anew) throw new Problem({ code: "history-changed", status: 409 });
    if (events.length) safely(onEvents, events, view);
  }
}
