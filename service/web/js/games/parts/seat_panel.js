// A seat at the table: its player, its points, whose turn it is, and below that the seat's cards or tokens.

import { aside, h, replace } from "../../dom.js";
import { levelName } from "../../levels.js";
import { seatClass, seatMark } from "../../marks.js";
import { hasWon } from "../../names.js";
import { number, t } from "../../text.js";

/** A seat above these contents: {element, update(view, {points, goal, doing})}; `goal`: points that end the game, if any do;
 *  `doing`: the seat's pending decision, in words, or null.
 */
export function seatPanel(seat, contents, { own }) {
  const name = h("bdi", { class: "player" });
  const tags = h("span", { class: "tags" });
  const score = h("strong", { class: "points" });
  const who = h("div", { class: "who" }, seatMark(seat), name, tags, h("span", { class: "gain", "aria-hidden": "true" }), score);
  const look = `seat ${seatClass(seat)}${own ? " mine" : ""}`;
  const element = h("section", { class: look, "data-seat": seat }, who, contents);
  const update = (view, { points, goal = null, doing }) => {
    const player = view.seats[seat];
    name.textContent = player.name ?? "";
    element.setAttribute("aria-label", t("table.seat", { name: player.name ?? "", points }));
    element.classList.toggle("turn", doing !== null);
    element.classList.toggle("gone", player.resigned);
    replace(score, number(points), aside(` ${t("table.points", { n: points })}`), goal !== null && h("small", {}, t("table.of-goal", { goal })));
    tags.replaceChildren(...tagsOf(view, seat, own, doing).map(([tag, text]) => h("span", { class: `tag ${tag}` }, text)));
  };
  return { element, update };
}

/** Shows briefly how many points a seat has won. */
export function showGain(board, seat, points) {
  const gain = board.querySelector(`[data-seat="${seat}"] .gain`);
  gain.textContent = `+${points}`;
  gain.classList.remove("shown");
  void gain.offsetWidth; // restarts the animation
  gain.classList.add("shown");
}

function tagsOf(view, seat, own, doing) {
  const player = view.seats[seat];
  return [
    own && ["", t("table.you")],
    player.kind === "ai" && ["", levelName(player.level)],
    player.kind === "bot" && ["", t("table.bot")],
    player.resigned && ["", t("table.resigned")],
    doing !== null && ["on turn", doing],
    hasWon(view, seat) && ["on won", t("table.winner")],
  ].filter(Boolean);
}
