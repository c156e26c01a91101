// The greeting: a newcomer plays after one press.

import { once } from "../busy.js";
import { gameDetails, games } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { nameField } from "../player.js";
import { navigate } from "../navigation.js";
import { t } from "../text.js";
import { art } from "./art.js";

const LEVEL = "greedy";

/** A newcomer has so many times the clock of the rules, to read. */
const PATIENCE = 3;

/** The greeting: {element, load()}. Its buttons appear with the catalogue. */
export function hero() {
  const play = h("button", { type: "submit", class: "button primary big", disabled: true }, "…");
  const others = h("span", { hidden: true });
  const links = h("p", { class: "rules-links" });
  const setUp = button("big", t("lobby.set-up"), openCreate);
  const form = h("form", { class: "start", onsubmit: (event) => event.preventDefault() }, nameField(), play, others, setUp);
  const text = h("div", { class: "hero-text" }, h("h1", {}, t("lobby.title")), h("p", { class: "lead" }, t("lobby.lead")), form, links);
  const load = async () => {
    const all = await games();
    if (!play.disabled) return;
    const [first, ...rest] = all;
    replace(play, t("lobby.play", { game: first.title }));
    play.addEventListener("click", once(() => playNow(first.game)));
    play.disabled = false;
    others.replaceWith(...rest.map(({ game, title }) => button("big", t("lobby.play", { game: title }), () => playNow(game))));
    replace(links, all.map(({ game, title }) => rulesLink(game, title)));
  };
  return { element: h("section", { class: "hero" }, text, art()), load };
}

const button = (look, text, action) => h("button", { type: "button", class: `button ${look}`, onclick: once(action) }, text);

function rulesLink(game, title) {
  const open = once(async (visit) => (await import("../rules.js")).openRules(game, visit));
  return h("button", { type: "button", class: "link", onclick: open }, t("lobby.rules", { game: title }));
}

async function playNow(game) {
  const { turn_seconds: clock } = await gameDetails(game);
  const longer = clock === null ? {} : { turn_seconds: PATIENCE * clock };
  const { createTable, ownSeat } = await import("../joining.js");
  const view = await createTable({ game, seats: [ownSeat(), { kind: "ai", level: LEVEL }], ...longer });
  await navigate(`/t/${view.table}`);
}

async function openCreate(visit) {
  const { openCreateDialog } = await import("./create/dialog.js");
  await openCreateDialog(await games(), visit);
}
