// The visitor's own name: entered once, stored here, sent to a table in joining it.

import { h } from "./dom.js";
import { readStorage, writeStorage } from "./storage.js";
import { t } from "./text.js";

const NAME_KEY = "rollstream.name";
const LONGEST_NAME = 40;

/** The stored name, or null. */
export const playerName = () => readStorage(NAME_KEY);

/** The part of a join request with the name: empty without a name, so that the service chooses one. */
export const named = () => (playerName() ? { name: playerName() } : {});

/** Stores a name; a blank one deletes the stored name. */
export function storeName(text) {
  writeStorage(NAME_KEY, text.trim().slice(0, LONGEST_NAME) || null);
}

/** A labelled field for the name, which stores what the visitor enters. */
export function nameField() {
  const input = h("input", {
    type: "text", name: "name", maxlength: LONGEST_NAME, autocomplete: "nickname", spellcheck: "false",
    placeholder: t("player.placeholder"), oninput: () => storeName(input.value),
  });
  input.value = playerName() ?? "";
  return h("label", { class: "field" }, h("span", {}, t("player.name")), input);
}
