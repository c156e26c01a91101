// The effects of a clock that ran out, from a table's events. Pure.

const EXPIRED = "table.decision-expired";
const STARTED = "table.clock-started";

/** The time-out of a seat after which the service did this event in its place; null if this is no such event. */
export function expiryBefore(events, { version, seat }) {
  const before = events[version - 2];
  return before?.type === EXPIRED && before.seat === seat ? before : null;
}

/** Whether this seat's clock ran out earlier in the same turn: every decision of the turn expires, and the page reports only the first. */
export function expiredBefore(events, { version, seat }) {
  const earlier = events.slice(0, version - 1);
  const last = earlier.findLast(({ type, seat: of, data }) => (type === EXPIRED && of === seat) || (type === STARTED && data.seats.includes(seat)));
  return last?.type === EXPIRED;
}

/** The number of turns lost in a row after which a seat resigns by the table's rule; null: never. */
export const resignsAfter = ({ seats, on_expiry: rule, on_failure: failing }, seat) =>
  (seats[seat].kind === "bot" ? failing : rule)?.after ?? null;
