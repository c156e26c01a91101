// What follows from a clock that has run out, seen from a table's events. Pure.

const EXPIRED = "table.decision-expired";
const STARTED = "table.clock-started";

/** The event with which a seat ran out of time, of which this one is what the service did instead; null if it is no such event. */
export function expiryBefore(events, { version, seat }) {
  const before = events[version - 2];
  return before?.type === EXPIRED && before.seat === seat ? before : null;
}

/** Whether this seat's clock had run out before in the same turn: every decision of the turn expires, and the first one tells it. */
export function expiredBefore(events, { version, seat }) {
  const earlier = events.slice(0, version - 1);
  const last = earlier.findLast(({ type, seat: of, data }) => (type === EXPIRED && of === seat) || (type === STARTED && data.seats.includes(seat)));
  return last?.type === EXPIRED;
}

/** After how many turns lost in a row a seat resigns by the table's rule; null: never. */
export const resignsAfter = ({ seats, on_expiry: rule, on_failure: failing }, seat) =>
  (seats[seat].kind === "bot" ? failing : rule)?.after ?? null;
