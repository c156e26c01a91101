// Pauses between the steps of a turn, so that a visitor can follow one whose events arrive at once.

/** The pause after an event; `lengths` (ms) by the event's name in its game. */
export const pauseAfter = ({ type }, lengths) => new Promise((done) => setTimeout(done, lengths[type.slice(type.indexOf(".") + 1)] ?? 0));
