// Short notes at the edge of the page: what was done, what did not work. Screen readers hear them, too.

import { h } from "./dom.js";
import { t } from "./text.js";

const STAYS_MS = 6_000;

/** Shows a note; a `lasting` one stays until it is closed. */
export function tell(text, { lasting = false } = {}) {
  const box = document.getElementById("notes");
  if ([...box.children].some((note) => note.firstChild.textContent === text)) return;
  const close = h("button", { type: "button", class: "icon", "aria-label": t("page.close"), onclick: () => note.remove() }, "×");
  const note = h("div", { class: "note", role: lasting ? "alert" : "status" }, h("p", {}, text), close);
  box.append(note);
  if (!lasting) setTimeout(() => note.remove(), STAYS_MS);
}
