// The visitor's own name: entered once, stored here, sent to a table in joining it.

import { h } from "./dom.js";
import { keep, kept } from "./kept.js";
import { t } from "./text.js";

const KEPT = "rollstream.name";
const LONGEST = 40;

/** The stored name, or null. */
export const playerName = () => kept(KEPT);

/** The part of a join request with the name: empty without a name, so that the service chooses one. */
export const named = () => (playerName() ? { name: playerName() } : {});

/** Stores a name; a blank one deletes the stored name. */
export function keepName(text) {
  keep(KEPT, text.trim().slice(0, LONGEST) || null);
}

/** A labelled field for the name, which stores what the visitor enters. */
export function nameField() {
  const input = h("input", {
    type: "text", name: "name", maxlength: LONGEST, autocomplete: "nickname", spellcheck: "false",
    placeholder: t("player.placeholder"), oninput: () => keepName(input.value),
  });
  input.value = playerName() ?? "";
  return h("label", { class: "field" }, h("span", {}, t("player.name")), input);
}
