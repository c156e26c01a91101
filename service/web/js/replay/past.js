// A table's past: its events, and its view at any version. Fetched views are cached, and the next few are fetched ahead.

import { idOf } from "../places.js";

const PAGE = 500;
const AHEAD = 4;
const MOST_KEPT = 400;

/** All events after the `last` known one (null: none is known), oldest first. `get(path)` resolves to the body. */
export async function eventsAfter(get, table, last) {
  const events = [];
  for (let more = true; more; ) {
    const page = await get(`/v1/tables/${table}/events?after=${idOf(events.at(-1) ?? last)}&limit=${PAGE}`);
    events.push(...page.events);
    more = page.next !== null;
  }
  return events;
}

/** The table at its versions. A view is fetched once for all callers. After a failure the next call fetches it again. */
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

  /** Fetches the views that are likely next. Their failure is ignored until a caller needs one. */
  prefetch(stops, at) {
    const next = stops.findIndex((version) => version > at);
    const ahead = next < 0 ? [] : stops.slice(next, next + AHEAD);
    for (const version of ahead) this.at(version).catch(() => {});
  }
}
