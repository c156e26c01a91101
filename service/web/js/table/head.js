// The line above the table: which game, whose decision, until when, and the state of the connection.

import { h, replace } from "../dom.js";
import { showNote } from "../notes.js";
import { clockOf } from "../terms.js";
import { listed, t } from "../text.js";
import { away } from "./away.js";
import { clock } from "./clock.js";

/** {element, update(view, seat), state(state), leave()} */
export function head(game, session) {
  const where = h("p", { class: "where" });
  const status = h("h1", { class: "status" });
  const link = h("span", { class: "connection", role: "status" });
  const timer = clock();
  timer.element.addEventListener("click", () => session.view.turn_seconds && showNote(clockOf(session.view)));
  const signs = h("div", { class: "signs" }, timer.element, link);
  const absence = away(session);
  const element = h("header", { class: "table-head" }, h("div", { class: "words" }, where, status, absence.element), signs);
  const update = (view, seat) => {
    const round = view.round && t(game.lastRound(view) ? "table.round-last" : "table.round", { n: view.round });
    replace(where, [game.title, round, seat === null && t("table.watching")].filter(Boolean).join(" · "));
    const text = statusOf(game, view, seat);
    if (status.textContent !== text) status.textContent = text;
    const mine = view.owed.find((owed) => owed.seat === seat);
    element.classList.toggle("own", Boolean(mine));
    timer.update((mine ?? view.owed[0])?.deadline ?? null, Boolean(mine));
    absence.update();
    document.title = `${mine ? "● " : ""}${text} – rollstream`;
  };
  const state = (connection) => {
    link.dataset.state = connection;
    link.textContent = t(`table.link-${connection}`);
  };
  const leave = () => {
    timer.leave();
    absence.leave();
  };
  return { element, update, state, leave };
}

/** Whose decision it is, in a few words. */
export function statusOf(game, view, seat) {
  if (view.status === "finished") return t("table.over");
  if (view.status === "open") return t("table.waiting");
  return game.status(view, seat) ?? turnOf(view, seat);
}

function turnOf({ owed, seats }, seat) {
  if (owed.some((one) => one.seat === seat)) return t("table.your-turn");
  return t("table.others-turn", { names: listed(owed.map((one) => seats[one.seat].name)) });
}
