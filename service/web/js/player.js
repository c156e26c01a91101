// The visitor's own name: asked once, kept here, sent to a table when sitting down.

import { h } from "./dom.js";
import { keep, kept } from "./kept.js";
import { t } from "./text.js";

const KEPT = "rollstream.name";
const LONGEST = 40;

/** The kept name, or null. */
export const playerName = () => kept(KEPT);

/** What a request to sit down says of the name: nothing, if there is none; the service then finds one. */
export const named = () => (playerName() ? { name: playerName() } : {});

/** Keeps a name; a blank one is forgotten. */
export function keepName(text) {
  keep(KEPT, text.trim().slice(0, LONGEST) || null);
}

/** A labelled field for the name, which keeps what is written into it. */
export function nameField() {
  const input = h("input", {
    type: "text", name: "name", maxlength: LONGEST, autocomplete: "nickname", spellcheck: "false",
    placeholder: t("player.placeholder"), oninput: () => keepName(input.value),
  });
  input.value = playerName() ?? "";
  return h("label", { class: "field" }, h("span", {}, t("player.name")), input);
}
