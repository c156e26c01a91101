// The game's board at one version after the other, and what replaces it before the game starts.

import { h, replace } from "../dom.js";
import { who } from "../marks.js";
import { t } from "../text.js";

/**
 * `{element, draw(view, news, stillWanted), seeAs(seat)}`: draws a view; the events `news` lead to it from the previous one, and are animated.
 * After `seeAs` the views are those of a seat (null: of everybody). `events()` has those of the table.
 */
export function stage(game, events) {
  const element = h("div", { class: "stage" });
  let [board, eyes] = [null, null];
  return { element, draw, seeAs: (seat) => void ([board, eyes] = [null, seat]) };

  async function draw(view, news, stillWanted) {
    if (!view.state) return void ((board = null), replace(element, waiting(view)));
    if (board === null) replace(element, (board = game.board(view, { eyes, events })));
    for (const event of news) {
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
