// Who is told when a player asks for a hint, or whether there are hints.

import { h } from "../../dom.js";
import { t } from "../../text.js";
import { choice } from "./choice.js";

const RULES = ["announced", "private", "off"];

/**
 * The field for the hints: {element, adapt(table), value()}. Until somebody chooses, it shows what the service does at a table with these
 * `seats` and `turn_seconds`, and leaves that to the service.
 */
export function adviceField() {
  let chosen = false;
  const field = choice(t("create.advice"), RULES.map((rule) => [rule, t(`create.advice-${rule}`)]), "private");
  field.select.addEventListener("change", () => (chosen = true));
  const adapt = (table) => void (chosen || (field.select.value = usual(table)));
  return { element: h("div", { class: "create-part" }, field.element), adapt, value: () => (chosen ? { advice: field.value() } : {}) };
}

/** The rule of a table whose creator does not choose one. */
export function usual({ seats, turn_seconds: seconds }) {
  return seconds !== null && seats.filter(({ kind }) => kind !== "ai").length > 1 ? "announced" : "private";
}
