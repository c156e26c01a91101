// Six dice. Each is a button for whoever plays, with its pips and, for eyes that see no colour, a mark when it is selected.

import { h, svg } from "../../dom.js";
import { t } from "../../text.js";
import { pips } from "./pips.js";

/** The dice row: `element`, `update(roll, picked, {playing})`; `roll` null is before the roll. `onPick(place)` hears of clicks. */
export function diceRow(onPick, still) {
  const dice = Array.from({ length: 6 }, (_, place) => oneDie(place, onPick, still));
  return {
    element: h("div", { class: "dice", role: "group", "aria-label": t("dicy.dice") }, dice.map(({ element }) => element)),
    update: (roll, picked) => dice.forEach((die, place) => die.update(roll?.[place] ?? null, picked.has(place))),
    at: (place) => dice[place],
  };
}

function oneDie(place, onPick, still) {
  const face = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  const element = still
    ? h("span", { class: "die", role: "img" }, face)
    : h("button", { type: "button", class: "die", "data-die": place, onclick: () => onPick(place) }, face, check(), h("kbd", { "aria-hidden": "true" }, place + 1));
  const show = (value) => face.replaceChildren(...pips(value).map(([x, y]) => svg("circle", { cx: 50 + 25 * x, cy: 50 + 25 * y, r: 9.5 })));
  const update = (value, picked) => {
    show(value);
    element.dataset.face = value ?? "";
    element.classList.toggle("none", value === null);
    element.setAttribute("aria-label", value === null ? t("dicy.die-none", { n: place + 1 }) : t("dicy.die", { n: place + 1, face: value }));
    if (!still) element.setAttribute("aria-pressed", String(picked));
  };
  return { element, update, show };
}

function check() {
  return svg("svg", { class: "check", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "m5 10.5 3.5 3.5L15 7" }));
}
