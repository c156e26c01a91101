// The line with the calculation and its value. For its player the signs are buttons: a press removes one.

import { h, replace } from "../../dom.js";
import { t } from "../../text.js";
import { signOf } from "./arithmetic.js";
import { bracketsOf } from "./sum.js";

/**
 * {element, update(sum, faces, {made, hits, onSign})}: `made` is {value} of a complete calculation, else null. `onSign(position)` is called
 * when a sign is pressed; without it the signs are not buttons.
 */
export function sumLine() {
  const parts = h("span", { class: "parts" });
  const value = h("span", { class: "value" });
  const element = h("div", { class: "sum", role: "group", "aria-label": t("ice.sum") }, parts, value);
  let drawn = null;
  const update = (sum, faces, { made = null, hits = false, onSign = null } = {}) => {
    const shape = JSON.stringify([sum, faces, onSign !== null]);
    if (shape !== drawn) refill(parts, partsOf(sum, faces ?? [], onSign));
    drawn = shape;
    replace(value, made && ["= ", made.value ? fraction(made.value) : "–"]);
    element.classList.toggle("hits", hits);
    element.classList.toggle("misses", Boolean(made) && !hits);
  };
  return { element, update };
}

/** Replaces the parts. If one of them had the keyboard focus, the last new button gets it. */
function refill(parts, made) {
  const focused = parts.contains(document.activeElement);
  replace(parts, made);
  if (focused) [...parts.querySelectorAll("button")].at(-1)?.focus({ preventScroll: true });
}

function partsOf(sum, faces, onSign) {
  const count = Math.max(sum.dice.length, sum.signs.findLastIndex(Boolean) + 2, 2);
  const three = sum.dice.length === 3;
  const [open, close] = !three ? [] : bracketsOf(sum) === "left" ? [0, 1] : [1, 2];
  return Array.from({ length: count }, (_, at) => [
    at > 0 && signPart(sum, at - 1, onSign),
    at === open && bracket("("),
    diePart(sum.dice[at], at, faces),
    at === close && bracket(")"),
  ]);
}

const bracket = (sign) => h("span", { class: "bracket" }, sign);

function diePart(die, at, faces) {
  if (die === undefined) return h("span", { class: "part empty", "aria-hidden": "true" });
  return h("span", { class: "part", "data-die": die, "data-from": at }, faces[die]);
}

function signPart({ signs, dice }, position, onSign) {
  const sign = signs[position];
  if (!sign) return h("span", { class: `sign empty${dice.length > position + 1 ? " wanted" : ""}`, "aria-hidden": "true" });
  if (!onSign) return h("span", { class: "sign" }, signOf(sign));
  const attributes = { class: "sign", "data-sign": sign, "data-from": position, "aria-label": t("ice.without", { sign: signOf(sign) }) };
  return h("button", { type: "button", ...attributes, onclick: () => onSign(position) }, signOf(sign));
}

/** A value; a fraction is drawn as one. */
function fraction({ over, under }) {
  if (under === 1) return String(over).replace("-", "−");
  const parts = [h("span", { class: "over" }, Math.abs(over)), h("span", { class: "aside" }, "/"), h("span", { class: "under" }, under)];
  return [over < 0 && "−", h("span", { class: "fraction" }, parts)];
}
