// A row of dice. Each is a button for a player, with its pips and, for colour-blind players, a mark when it is selected.

import { h, svg } from "../../dom.js";
import { faceMarks } from "../../drawing/faces.js";
import { t } from "../../text.js";

/**
 * A row of this many dice: `element`, `update(roll, picked)`, `at(position)`; `roll` is null before the roll. With `onPick(position)`, called on
 * a click, they are buttons; `numbered` ones show the key that selects them.
 */
export function diceRow(count, { onPick = null, numbered = false } = {}) {
  const dice = Array.from({ length: count }, (_, position) => oneDie(position, onPick, numbered));
  return {
    element: h("div", { class: "dice", role: "group", "aria-label": t("table.dice") }, dice.map(({ element }) => element)),
    update: (roll, picked) => dice.forEach((die, position) => die.update(roll?.[position] ?? null, picked.has(position))),
    at: (position) => dice[position],
  };
}

function oneDie(position, onPick, numbered) {
  const face = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  const key = numbered && h("kbd", { "aria-hidden": "true" }, t("table.key", { n: position + 1 }));
  const element = onPick
    ? h("button", { type: "button", class: "die", "data-die": position, onclick: () => onPick(position) }, face, check(), key)
    : h("span", { class: "die", role: "img" }, face);
  const show = (value) => face.replaceChildren(...faceMarks(value));
  const update = (value, picked) => {
    show(value);
    const [n, named] = [position + 1, value === null ? "table.die-none" : "table.die"];
    element.dataset.face = value ?? "";
    element.classList.toggle("none", value === null);
    element.setAttribute("aria-label", t(named, { n, face: value }));
    if (onPick) element.setAttribute("aria-pressed", String(picked));
  };
  return { element, update, show };
}

function check() {
  return svg("svg", { class: "check", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "m5 10.5 3.5 3.5L15 7" }));
}
