// A token: a round chip with its number, its colour and, for colour-blind players, the colour's mark.

import { h } from "../../dom.js";
import { colourMark } from "./colours.js";
import { nameOf } from "./tokens.js";

/**
 * A token on a board: {element, update({chosen, hit, off})}. With `onPick(token)` it is a button. `chosen`: the player has chosen it,
 * `hit`: the calculation makes its number, `off`: it cannot be moved now.
 */
export function chip(token, onPick = null) {
  const face = [h("b", { "aria-hidden": "true" }, token.number), colourMark(token.colour)];
  const attributes = { class: `chip of-${token.colour}`, "data-token": token.token, "data-number": token.number, "aria-label": nameOf(token) };
  const element = onPick
    ? h("button", { type: "button", ...attributes, onclick: () => onPick(token) }, face)
    : h("span", { role: "img", ...attributes }, face);
  const update = ({ chosen = false, hit = false, off = false } = {}) => {
    element.classList.toggle("hit", hit);
    element.classList.toggle("off", off);
    if (!onPick) return;
    element.setAttribute("aria-pressed", String(chosen));
    if (off) element.setAttribute("aria-disabled", "true");
    else element.removeAttribute("aria-disabled");
  };
  return { element, update };
}

/** A token hidden from screen readers, where its name is written elsewhere. */
export function smallChip({ token, number, colour }) {
  return h("span", { class: `chip of-${colour}`, "data-own": token, "aria-hidden": "true" }, h("b", {}, number), colourMark(colour));
}
