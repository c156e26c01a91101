// The review in a replay: its panel, in which a seat is chosen, and what the strongest built-in player would do at the moment that is shown.

import { aside, h, replace } from "../dom.js";
import { levelName } from "../levels.js";
import { seatsOf } from "../seats.js";
import { costing } from "../table/review/findings.js";
import { reviewPanel } from "../table/review/panel.js";
import { t } from "../text.js";
import { addressOf } from "./share.js";
import { decisionBetween } from "./timeline.js";

/**
 * `{element, line, update(view), at(version, next), leave()}`: the panel, which appears when the game is over if it has advisers, and a line
 * about the decision that is made between the version that is shown and the next one. `go(version)` is called when a move is chosen, which is
 * shown on the `stage`.
 */
export function reviewing(table, game, go, stage) {
  const held = seatsOf(table).map(({ seat }) => seat);
  const line = h("p", { class: "advised", hidden: true });
  const select = h("select", { class: "choice", onchange: () => show(Number(select.value)) });
  let [seat, review, shown] = [held[0] ?? 0, null, [1, 1]];
  const panel = reviewPanel(table, {
    seat,
    own: (one) => held.includes(one),
    hrefOf: (version) => addressOf(table, version, null),
    onPick: (version) => void (go(version), reveal(stage)),
    onReview: (read) => void ((review = read), tell()),
  });
  const choice = h("label", { class: "eyes" }, aside(t("review.whose")), select);
  const heading = h("div", { class: "row review-head" }, h("h2", { id: "review-title" }, t("review.title")), choice);
  const element = h("section", { class: "panel", "aria-labelledby": "review-title", hidden: true }, heading, panel.element);
  return { element, line, update, at: (...versions) => void ((shown = versions), tell()), leave: panel.leave };

  function update({ status, seats, state }) {
    element.hidden = status !== "finished" || state === null || !game.advisers.length;
    replace(select, seats.map((one) => h("option", { value: one.seat }, one.name ?? t("replay.free"))));
    select.value = seat;
  }

  function show(chosen) {
    seat = chosen;
    panel.about(seat);
    tell();
  }

  function tell() {
    const decision = review && decisionBetween(review.decisions, seat, ...shown);
    line.hidden = !decision;
    if (decision) replace(line, wordsOf(review, decision));
  }
}

/** Brings the stage back into sight if it is above the window. */
function reveal(stage) {
  if (stage.getBoundingClientRect().bottom < innerHeight / 2) stage.scrollIntoView();
}

function wordsOf(review, { reason, cost, seat }) {
  const { name } = review.seats[seat];
  const verdict = cost ? costing("then", review, cost) : t("review.then-best");
  return [t("review.would", { name, level: levelName(review.level), words: reason }), " ", h("b", {}, verdict)];
}
