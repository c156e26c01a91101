// The events of a table, in words: those that every game has, and those of the game.

import { isSecret } from "../hidden.js";
import { nameOf } from "../names.js";
import { expiredBefore, expiryBefore, resignsAfter } from "./expiry.js";

/**
 * `(event, view, {whole}) -> sentence` for the tables of a game; "" for an event without a line. At a finished table, unless `whole`, it is
 * not written that a seat decided in secret, only what was revealed when all had. The names are those of the view. `events()` returns
 * all of the table's up to the event: what the service does for a seat whose time ran out is not described as the seat's own move.
 */
export function sentenceOf(game, events) {
  return (event, view, { whole = view.status !== "finished" } = {}) => {
    const expiry = expiryBefore(events(), event);
    const ofTable = event.type.startsWith("table.");
    if (ofTable && isRepeated(events(), expiry ?? event)) return "";
    if (!whole && expiry === null && isSecret(game.hidden, event)) return "";
    const facts = ofTable ? FACTS[event.type.slice("table.".length)]?.(event, view, { expiry, events: events() }) : game.arguments(event, view);
    return game.text(event, view.seats.map(({ name }) => name ?? ""), { ...facts, late: expiry !== null });
  };
}

const isRepeated = (events, event) => event.type === "table.decision-expired" && expiredBefore(events, event);

/** What sentences need besides the fields of their events. */
const FACTS = {
  created: ({ data }) => ({ origin: data.forked_from?.version ?? 0 }),
  "seat-taken": ({ seat, data }) => ({ name: nameOf({ seat, ...data }) }),
  "seat-left": (event, _, { events }) => ({ name: nameOf({ seat: event.seat, ...holderBefore(events, event) }), number: event.seat + 1 }),
  "decision-expired": ({ seat }, view) => ({ after: resignsAfter(view, seat) }),
  "seat-resigned": (_, __, { expiry }) => ({ expiries: expiry?.data.expiries ?? 0 }),
  finished: ({ data }, view) => ending(data.outcome, view),
};

const holderBefore = (events, { seat, version }) =>
  events.findLast((event) => event.type === "table.seat-taken" && event.seat === seat && event.version < version)?.data ?? { name: "" };

function ending({ winners, ranking, reason }, { seats }) {
  if (!winners.length) return { ending: reason, winners, points: 0 };
  const alone = winners.length === 1 && seats.filter(({ resigned }) => resigned).length === seats.length - 1;
  return { ending: seats.length === 1 ? "single" : alone ? "alone" : "won", winners, points: ranking.find(({ seat }) => seat === winners[0]).points };
}
