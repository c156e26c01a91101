// The events of a table, in words: those that every game has, and those of the game.

import { nameOf } from "../names.js";
import { listed, t } from "../text.js";
import { expiredBefore, expiryBefore, resignsAfter } from "./expiry.js";

/**
 * `(event, view) -> sentence` for the tables of a game; "" for an event without a line. The names are those of the view. `events()` returns
 * all of the table's up to the event: what the service does for a seat whose time ran out is not described as the seat's own move.
 */
export function sentenceOf(game, events) {
  return (event, view) => {
    const expiry = expiryBefore(events(), event);
    if (!event.type.startsWith("table.")) return game.sentence(event, view, { late: expiry !== null });
    if (isRepeated(events(), expiry ?? event)) return "";
    const name = view.seats[event.seat]?.name ?? nameOf({ seat: event.seat, name: event.data.name ?? "" });
    return SENTENCES[event.type.slice("table.".length)]?.({ ...event.data, seat: event.seat, name, view, expiry }) ?? "";
  };
}

const isRepeated = (events, event) => event.type === "table.decision-expired" && expiredBefore(events, event);

const SENTENCES = {
  created: ({ seats, forked_from }) => created(seats, forked_from),
  "seat-taken": ({ name, kind, level }) => seatTaken(name, kind, level),
  "seat-left": ({ seat }) => t("log.left", { n: seat + 1 }),
  started: () => t("log.started"),
  "decision-expired": ({ name, seat, expiries, view }) => expired(name, expiries, resignsAfter(view, seat)),
  "bot-failed": ({ name, reason, attempts }) => botFailed(name, reason, attempts),
  "seat-substituted": ({ name }) => t("log.substituted", { name }),
  "seat-resigned": ({ name, expiry }) => (expiry ? t("log.resigned-late", { name, n: expiry.data.expiries }) : t("log.resigned", { name })),
  finished: ({ outcome, view }) => finished(outcome, view),
  "seed-revealed": () => t("log.revealed"),
};

function created(seats, forkedFrom) {
  return forkedFrom ? t("log.forked", { n: seats, version: forkedFrom.version }) : t("log.created", { n: seats });
}

function expired(name, n, after) {
  return after === null ? t("log.expired", { name }) : t("log.expired-counted", { name, n, after });
}

function botFailed(name, reason, attempts) {
  const failed = t(`log.bot-${reason}`, { name });
  return attempts > 1 ? `${failed} ${t("log.attempts", { n: attempts })}` : failed;
}

function seatTaken(name, kind, level) {
  if (kind === "ai") return t("log.seated-ai", { name, level: t(`level.${level}`) });
  return kind === "bot" ? t("log.seated-bot", { name }) : t("log.seated", { name });
}

function finished({ winners, ranking }, { seats }) {
  if (!winners.length) return t("log.nobody-won");
  const { points } = ranking.find(({ seat }) => seat === winners[0]);
  return t("log.won", { names: listed(winners.map((seat) => seats[seat].name)), n: winners.length, points });
}
