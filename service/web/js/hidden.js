// What a game hides from spectators before a table is finished, as its catalogue says it: {event type: [fields]}. Pure.

const BLINDING = "blinding"; // stored with what is hidden, so that its hash tells nothing

/** Whether others see nothing of the event but that it has happened, although there is more to see. */
export function isSecret(hidden, { type, data }) {
  return Object.hasOwn(hidden, type) && Object.keys(data).every((name) => name === BLINDING || hidden[type].includes(name));
}

/** Whether a seat has seen something of these events that others have not. */
export const wasHidden = (hidden, events) => events.some(({ type, seat }) => seat !== null && Object.hasOwn(hidden, type));
