// An address to share, with a button that copies it.

import { h } from "../dom.js";
import { showNote } from "../notes.js";
import { t } from "../text.js";

/** A field that shows an address, with its button. */
export function copyField(address, label) {
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": label, onfocus: () => field.select() });
  const copied = async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      showNote(t("table.copied"));
    } catch {
      field.select(); // without permission, or on plain http, it is one key press away
      showNote(t("table.copy-yourself"));
    }
  };
  return h("div", { class: "copying field" }, field, h("button", { type: "button", class: "button", onclick: copied }, t("table.copy")));
}
