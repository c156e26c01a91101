// The lobby: play at once, create a table, find one.

import { games } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { every } from "../polling.js";
import { unlessRefused } from "../safely.js";
import { t } from "../text.js";
import { byLink } from "./by_link.js";
import { hero } from "./hero.js";
import { finishedRow, openRow, playingRow, tableList } from "./lists.js";
import { yours } from "./yours.js";

const EVERY_MS = 3_000;

/** Shows the lobby until `signal` aborts. */
export function show(root, _, signal) {
  document.title = "rollstream";
  const own = yours(titles);
  const open = tableList({ status: "open", heading: t("lobby.open"), empty: t("lobby.none-open"), row: openRow, titles });
  const playing = tableList({ status: "playing", heading: t("lobby.playing"), empty: t("lobby.none-playing"), row: playingRow, titles });
  const finished = tableList({ status: "finished", heading: t("lobby.finished"), empty: null, row: finishedRow, titles, length: 5 });
  const greeting = hero();
  root.className = "lobby";
  replace(root, greeting.element, own.element, column(open.element, playing.element), column(finished.element, byLink()), foot());
  const lists = [greeting, own, open, playing, finished];
  const stop = every(EVERY_MS, () => Promise.all(lists.map((list) => list.load().catch(unlessRefused))));
  signal.addEventListener("abort", () => {
    stop();
    own.leave();
  });
}

/** The titles of the games by name. */
const titles = async () => Object.fromEntries((await games()).map(({ game, title }) => [game, title]));

const column = (...panels) => h("div", { class: "lobby-column" }, panels);

function foot() {
  return h("footer", { class: "foot" }, h("a", { href: "/docs" }, t("lobby.api")), h("a", { href: "/docs/problems" }, t("lobby.problems")));
}
