// A seat at the table: who sits there, how many points, whose turn it is, and its cards.

import { aside, h } from "../../dom.js";
import { seatClass, seatMark } from "../../marks.js";
import { number, t } from "../../text.js";

const GOAL = 100;
/** A seat with the list of its cards: {element, update(view)}. */
export function seatPanel(seat, hand, { own }) {
  const name = h("bdi", { class: "player" });
  const tags = h("span", { class: "tags" });
  const score = h("strong", { class: "points" });
  const meter = h("span");
  const who = h("div", { class: "who" }, seatMark(seat), name, tags, h("span", { class: "gain", "aria-hidden": "true" }), score);
  const element = h("section", { class: `seat ${seatClass(seat)}${own ? " mine" : ""}`, "data-seat": seat }, who, h("div", { class: "meter", "aria-hidden": "true" }, meter), hand);
  const update = (view) => {
    const told = view.seats[seat];
    const { score: points } = view.state.players[seat];
    const turn = view.owed.some((owed) => owed.seat === seat);
    name.textContent = told.name ?? "";
    element.setAttribute("aria-label", t("dicy.seat", { name: told.name ?? "", points }));
    element.classList.toggle("turn", turn && view.status === "playing");
    element.classList.toggle("gone", told.resigned);
    score.replaceChildren(number(points), aside(` ${t("dicy.points", { n: points })}`));
    meter.style.width = `${Math.max(0, Math.min(1, points / GOAL)) * 100}%`;
    tags.replaceChildren(...tagsOf(view, seat, own, turn).map(([look, text]) => h("span", { class: `tag ${look}` }, text)));
  };
  return { element, update };
}

/** Shows for a moment what a seat has won. */
export function showGain(board, seat, points) {
  const gain = board.querySelector(`[data-seat="${seat}"] .gain`);
  gain.textContent = `+${points}`;
  gain.classList.remove("shown");
  void gain.offsetWidth; // so that the animation begins anew
  gain.classList.add("shown");
}

function tagsOf(view, seat, own, turn) {
  const told = view.seats[seat];
  const choosing = view.state.pending.find((owed) => owed.seat === seat);
  const playing = view.status === "playing";
  return [
    own && ["", t("dicy.you")],
    told.kind === "ai" && ["", t(`level.${told.level}`)],
    told.kind === "bot" && ["", t("dicy.bot")],
    told.resigned && ["", t("dicy.resigned")],
    playing && turn && ["on", choosing ? t(`dicy.has-to-${choosing.kind}`) : t("dicy.turn")],
    view.outcome?.winners.includes(seat) && ["on", t("dicy.winner")],
  ].filter(Boolean);
}
