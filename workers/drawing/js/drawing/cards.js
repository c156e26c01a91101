// Cards and tokens, in every game. A card with a tint is a chip with the mark of that tint; a missing one leaves an empty place.

import { h, svg } from "../dom.js";
import { tintMark } from "./tints.js";

const FLAKE = "M12 2v20M3.3 7l17.4 10M20.7 7L3.3 17M9 3.5l3 3 3-3M9 20.5l3-3 3 3";

/**
 * A card `{title, text, active, tint}`, or null for a missing one, as an item of a list. `words`: {frozen, tints} for screen readers;
 * `changed`: it is marked as new.
 */
export function cardItem(card, { words, changed = false }) {
  const look = changed ? " changed" : "";
  if (card === null) return h("li", { class: `chip gap${look}`, "aria-hidden": "true" });
  const { title, text, active, tint } = card;
  if (tint !== null) return h("li", { class: `chip tint-${tint}${look}`, title: text || null }, tintMark(tint), title, spoken(words.tints[tint]));
  const frost = active ? [] : [spoken(words.frozen), svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: FLAKE }))];
  return h("li", { class: `card${active ? "" : " frozen"}${look}`, title: text || null }, title, frost);
}

const spoken = (word) => h("span", { class: "aside" }, `, ${word}`);
