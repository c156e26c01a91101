// A table's past: its events, and what it looked like at any version. What was fetched stays; the next few are fetched ahead.

import { idOf } from "../places.js";

const PAGE = 500;
const AHEAD = 4;
const MOST_KEPT = 400;

/** All events after the `last` one that is known (null: none is), oldest first. `get(path)` answers with the body. */
export async function eventsAfter(get, table, last) {
  const events = [];
  for (let more = true; more; ) {
    const page = await get(`/v1/tables/${table}/events?after=${idOf(events.at(-1) ?? last)}&limit=${PAGE}`);
    events.push(...page.events);
    more = page.next !== null;
  }
  return events;
}

/** The table at its versions. A view is asked for once, however many want it; one that could not be had is asked for again. */
export class Past {
  #views = new Map();

  constructor(get, table) {
    Object.assign(this, { get, table });
  }

  at(version) {
    const known = this.#views.get(version);
    if (known) return known;
    const asked = this.get(`/v1/tables/${this.table}?at=${version}`);
    asked.catch(() => this.#views.delete(version));
    this.#views.set(version, asked);
    if (this.#views.size > MOST_KEPT) this.#views.delete(this.#views.keys().next().value);
    return asked;
  }

  /** Fetches what is likely to be wanted next; that it fails is no news before somebody wants it. */
  prefetch(stops, at) {
    const next = stops.findIndex((version) => version > at);
    const ahead = next < 0 ? [] : stops.slice(next, next + AHEAD);
    for (const version of ahead) this.at(version).catch(() => {});
  }
}
