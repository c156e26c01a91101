// A labelled choice of one value among a few.

import { h } from "../../dom.js";

/** A choice with a visible label: {element, select, value()}. `entries`: [[value, text]]. */
export function choice(label, entries, chosen) {
  const select = h("select", {}, entries.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return { element: h("label", { class: "field" }, h("span", {}, label), select), select, value: () => select.value };
}
