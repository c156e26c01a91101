// Modal dialogs. The browser's own dialog keeps the focus inside and restores it afterwards. A dialog belongs to the visit in which it was
// asked for: it closes when the visitor leaves that view, and does not open once the visitor has left.

import { h } from "./dom.js";
import { presentVisit } from "./navigation.js";
import { t } from "./text.js";

/** Asks a yes-or-no question, at once. `danger`: yes cannot be undone. Escape and "no" result in false. */
export function confirmDialog({ title, text, yes, no = t("page.cancel"), danger = false }) {
  return new Promise((resolve) => {
    const choose = (answer) => () => dialog.close(answer);
    const buttons = h("div", { class: "row end" },
      h("button", { type: "button", class: "button", onclick: choose("no") }, no),
      h("button", { type: "button", class: danger ? "button danger" : "button primary", onclick: choose("yes") }, yes));
    const dialog = openDialog({ visit: presentVisit(), title, onClose: () => resolve(dialog.returnValue === "yes") }, h("p", {}, text), buttons);
  });
}

/**
 * Opens a dialog with a heading, a close button and these contents. `visit` is the one in which it was asked for: `presentVisit()` before
 * any wait. Returns the dialog, which has not opened if that visit is over.
 */
export function openDialog({ visit, title, wide = false, onClose = () => {} }, ...contents) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const close = h("button", { type: "button", class: "icon", "aria-label": t("page.close"), onclick: () => dialog.close() }, "×");
  const dialog = h("dialog", { class: wide ? "wide" : null, "aria-labelledby": "dialog-title" },
    h("div", { class: "dialog-head" }, heading, close), ...contents);
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  if (visit.aborted) return dialog;
  visit.addEventListener("abort", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
