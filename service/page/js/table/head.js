// The line above the table: which game, whose decision, until when, and whether the table is followed live.

import { h, replace } from "../dom.js";
import { listed, t } from "../text.js";
import { clock } from "./clock.js";

/** {element, update(view, seat), state(state), leave()} */
export function head(title) {
  const where = h("p", { class: "where" });
  const status = h("h1", { class: "status" });
  const link = h("span", { class: "hearing", role: "status" });
  const timer = clock();
  const element = h("header", { class: "table-head" }, h("div", { class: "words" }, where, status), h("div", { class: "signs" }, timer.element, link));
  const update = (view, seat) => {
    replace(where, [title, view.round && t("table.round", { n: view.round }), seat === null && t("table.watching")].filter(Boolean).join(" · "));
    const words = statusOf(view, seat);
    if (status.textContent !== words) status.textContent = words;
    const mine = view.owed.find((owed) => owed.seat === seat);
    element.classList.toggle("own", Boolean(mine));
    timer.update((mine ?? view.owed[0])?.deadline ?? null, Boolean(mine));
    document.title = `${mine ? "● " : ""}${words} – rollstream`;
  };
  const state = (how) => {
    link.dataset.state = how;
    link.textContent = t(`table.link-${how}`);
  };
  return { element, update, state, leave: timer.leave };
}

/** Whose decision it is, in a few words. */
export function statusOf(view, seat) {
  if (view.status === "finished") return t("table.over");
  if (view.status === "open") return t("table.waiting");
  const mine = view.owed.some((owed) => owed.seat === seat);
  const choosing = view.state.phase === "choice";
  if (mine) return choosing ? t("table.your-choice") : t("table.your-turn");
  const names = listed(view.owed.map((owed) => view.seats[owed.seat].name));
  return choosing ? t("table.others-choice", { names, n: view.owed.length }) : t("table.others-turn", { names });
}
