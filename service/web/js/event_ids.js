// Positions in a table's events.

/** The id of an event in a stream: its version and the first digits of its hash. Without an event: before the first. */
export const eventId = (event) => (event ? `${event.version}-${event.hash.slice(0, 8)}` : "0");
