// The greeting: whoever comes for the first time plays after one press.

import { once } from "../busy.js";
import { games } from "../catalogue.js";
import { h } from "../dom.js";
import { nameField } from "../player.js";
import { navigate } from "../router.js";
import { layTable, ownSeat } from "../sitting.js";
import { t } from "../text.js";
import { art } from "./art.js";

const LEVEL = "greedy";

/** The greeting. */
export function hero() {
  const play = h("button", { type: "submit", class: "button primary big" }, t("lobby.play-now"));
  const setUp = h("button", { type: "button", class: "button big", onclick: once(openCreate) }, t("lobby.set-up"));
  const playing = once(playNow);
  const form = h("form", { class: "start", onsubmit: (event) => event.preventDefault() }, nameField(), play, setUp);
  play.addEventListener("click", playing);
  return h("section", { class: "hero" },
    h("div", { class: "hero-text" }, h("h1", {}, t("lobby.title")), h("p", { class: "lead" }, t("lobby.lead")), form), art());
}

async function playNow() {
  const [{ game }] = await games();
  const view = await layTable({ game, seats: [ownSeat(), { kind: "ai", level: LEVEL }] });
  await navigate(`/t/${view.table}`);
}

async function openCreate() {
  const { openCreateDialog } = await import("./create/dialog.js");
  await openCreateDialog(await games());
}
