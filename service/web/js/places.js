// Where somebody stands in a table's events.

/** The id of an event, as a stream names it: its version and the first digits of its hash. Without one: before the first. */
export const idOf = (event) => (event ? `${event.version}-${event.hash.slice(0, 8)}` : "0");
