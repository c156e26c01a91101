// The game's board at one version after the other, and what replaces it before the game starts.

import { h, replace } from "../dom.js";
import { who } from "../marks.js";
import { t } from "../text.js";

/**
 * `{element, draw(view, events, stillWanted), seeAs(seat)}`: draws a view; `events` lead to it from the previous one, and are animated.
 * After `seeAs` the views are those of a seat (null: of everybody).
 */
export function stage(game) {
  const element = h("div", { class: "stage" });
  let [board, eyes] = [null, null];
  return { element, draw, seeAs: (seat) => void ([board, eyes] = [null, seat]) };

  async function draw(view, events, stillWanted) {
    if (!view.state) return void ((board = null), replace(element, waiting(view)));
    if (board === null) replace(element, (board = game.board(view, { eyes })));
    for (const event of events) {
      await board.play(event);
      if (!stillWanted()) return;
    }
    board.update(view, []);
    board.showEvent(view.status === "finished" ? t("replay.over") : t("replay.round", { n: view.round }));
  }
}

function waiting({ seats }) {
  const players = seats.map(({ seat, name }) => h("li", {}, who(seat, name ?? t("replay.free"))));
  return h("section", { class: "not-begun" }, h("p", {}, t("replay.not-begun")), h("ul", {}, players));
}
