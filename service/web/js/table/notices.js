// Notices to a player about what happened to the seat without a move of theirs. The log also contains it, among everything else.

import { removeNotes } from "../notes.js";
import { t } from "../text.js";
import { expiredBefore, expiryBefore, resignsAfter } from "./expiry.js";

/** The kind of the notes about lost turns. */
const TIMEOUT = "timeout";

/** {text, lasting, kind} about an event that affected this seat, else null; `lasting`: the notice stays useful much later. */
export function noticeOf(game, { events, view, seat }, event) {
  if (seat === null || event.seat !== seat) return null;
  const expiry = expiryBefore(events, event);
  if (expiry) return expiredBefore(events, expiry) ? null : { text: lateText(game, view, event, expiry.data.expiries), lasting: true, kind: TIMEOUT };
  const text = event.data.forced && game.text(event, view.seats.map(({ name }) => name), {}, "forced");
  return text ? { text, lasting: false, kind: null } : null;
}

/** The notice for a returning player: what the service did last for a seat that has not moved since. Null if it did nothing. */
export function missedNotice(game, session) {
  const { events, seat, view } = session;
  const last = events.findLast((event) => event.seat === seat && event.decision !== null);
  const late = view.status !== "finished" && last && events.find((event) => event.decision === last.decision && expiryBefore(events, event));
  return late ? noticeOf(game, session, late) : null;
}

function lateText(game, view, event, times) {
  const after = resignsAfter(view, event.seat);
  const often = after === null ? t("late.never-out") : times < after ? t("late.counted", { n: times, after }) : "";
  return [t("late.expired"), instead(game, view, event, times), often].filter(Boolean).join(" ");
}

/** Removes earlier notices about lost turns: the newest contains all, and a player who moves has read them. */
export function removeTimeoutNotes() {
  removeNotes(TIMEOUT);
}

/** What the service did instead of a move. */
function instead(game, view, event, times) {
  if (event.type === "table.seat-substituted") return t("late.substituted");
  if (event.type === "table.seat-resigned") return t("late.resigned", { n: times });
  return game.text(event, view.seats.map(({ name }) => name), game.arguments(event, view), "late");
}
