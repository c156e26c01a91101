// The greeting: a newcomer plays after one press.

import { once } from "../busy.js";
import { games } from "../catalogue.js";
import { h } from "../dom.js";
import { TITLES } from "../games/titles.js";
import { nameField } from "../player.js";
import { navigate } from "../navigation.js";
import { createTable, ownSeat } from "../joining.js";
import { t } from "../text.js";
import { art } from "./art.js";

const LEVEL = "greedy";
const [FIRST, ...OTHERS] = Object.keys(TITLES);

/** Reading what the game is does not cost a newcomer the first turn. */
const CLOCKS = { "ice-dice": { turn_seconds: 180 } };

/** The greeting. */
export function hero() {
  const play = h("button", { type: "submit", class: "button primary big", onclick: once(() => playNow(FIRST)) }, t("lobby.play", { game: TITLES[FIRST] }));
  const others = OTHERS.map((game) => button(t("lobby.play", { game: TITLES[game] }), () => playNow(game)));
  const setUp = button(t("lobby.set-up"), openCreate);
  const form = h("form", { class: "start", onsubmit: (event) => event.preventDefault() }, nameField(), play, others, setUp);
  return h("section", { class: "hero" },
    h("div", { class: "hero-text" }, h("h1", {}, t("lobby.title")), h("p", { class: "lead" }, t("lobby.lead")), form, rulesLinks()), art());
}

const button = (text, action) => h("button", { type: "button", class: "button big", onclick: once(action) }, text);

function rulesLinks() {
  const links = Object.entries(TITLES).map(([name, title]) => {
    const open = once(async () => (await import("../rules.js")).openRules(name));
    return h("button", { type: "button", class: "link", onclick: open }, t("lobby.rules", { game: title }));
  });
  return h("p", { class: "rules-links" }, links);
}

async function playNow(game) {
  const view = await createTable({ game, seats: [ownSeat(), { kind: "ai", level: LEVEL }], ...CLOCKS[game] });
  await navigate(`/t/${view.table}`);
}

async function openCreate() {
  const { openCreateDialog } = await import("./create/dialog.js");
  await openCreateDialog((await games()).filter(({ game }) => Object.hasOwn(TITLES, game)));
}
