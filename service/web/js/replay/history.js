// A table's past: its events, and its view at any version. Fetched views are cached, and the next few are fetched ahead.

import { eventId } from "../rollstream-follow.mjs";

const EVENTS_PER_PAGE = 500;
const AHEAD = 4;
const MOST_VIEWS = 400;

/** All events after the `last` known one (null: none is known), oldest first. `get(path)` resolves to the body. */
export async function eventsAfter(get, table, last) {
  const events = [];
  for (let more = true; more; ) {
    const page = await get(`/v1/tables/${table}/events?after=${eventId(events.at(-1) ?? last)}&limit=${EVENTS_PER_PAGE}`);
    events.push(...page.events);
    more = page.next !== null;
  }
  return events;
}

/** The table at its versions, as everybody sees it, or a seat (`seat`). A view is fetched once for all callers. After a failure the next call fetches it again. */
export class TableHistory {
  #views = new Map();

  constructor(get, table, seat = null) {
    Object.assign(this, { get, table, as: seat === null ? "" : `&seat=${seat}` });
  }

  at(version) {
    const known = this.#views.get(version);
    if (known) return known;
    const request = this.get(`/v1/tables/${this.table}?at=${version}${this.as}`);
    request.catch(() => this.#views.delete(version));
    this.#views.set(version, request);
    if (this.#views.size > MOST_VIEWS) this.#views.delete(this.#views.keys().next().value);
    return request;
  }

  /** Fetches the views that are likely next. Their failure is ignored until a caller needs one. */
  prefetch(stops, at) {
    const next = stops.findIndex((version) => version > at);
    const ahead = next < 0 ? [] : stops.slice(next, next + AHEAD);
    for (const version of ahead) this.at(version).catch(() => {});
  }
}
