// The roll of everybody: the black die, the red one and their sum, the tickets that change a die, and how far the fifty rolls are.

import { aside, h, replace } from "../../dom.js";
import { number, t } from "../../text.js";
import { diceRow } from "../parts/dice.js";
import { changed, costOf, stepped } from "./numbers.js";

const COLOURS = ["black", "red"];

/**
 * {element, dice, update(view, {steps, source, tickets})}. For a player `onSource(name)` is called when "black", "red" or "sum" is pressed,
 * and `onStep(die, by)` to change a die by a ticket; without them nothing can be pressed.
 */
export function tray({ onSource = null, onStep = null } = {}) {
  const dice = diceRow(COLOURS.length, { onPick: onSource && ((die) => onSource(COLOURS[die])) });
  COLOURS.forEach((colour, die) => dice.at(die).element.classList.add(colour));
  const value = h("b", {});
  const sum = onSource
    ? h("button", { type: "button", class: "sum", "data-source": "sum", onclick: () => onSource("sum") }, h("span", { "aria-hidden": "true" }, "+"), value)
    : h("span", { class: "sum" }, h("span", { "aria-hidden": "true" }, "+"), value);
  const steppers = onStep ? COLOURS.map((colour, die) => stepper(colour, (by) => onStep(die, by))) : [];
  const left = h("p", { class: "tickets" });
  const progress = tracker();
  const element = h("div", { class: "tray" }, dice.element, sum, steppers.map((one) => one.element), onStep && left, progress.element);

  const update = (view, { steps = [0, 0], source = null, tickets = 0 } = {}) => {
    const { state } = view;
    const faces = state.dice && changed(state.dice, steps);
    dice.update(faces, new Set(COLOURS.flatMap((colour, die) => (colour === source ? [die] : []))));
    COLOURS.forEach((colour, die) => name(dice.at(die).element, faces && t(`dc.die-${colour}`, { face: faces[die] }), steps[die]));
    value.textContent = faces ? number(faces[0] + faces[1]) : "–";
    sum.setAttribute("aria-pressed", String(source === "sum"));
    sum.setAttribute("aria-label", faces ? t("dc.sum", { sum: faces[0] + faces[1] }) : t("dc.no-roll"));
    element.classList.toggle("empty", state.phase !== "rolling");
    element.classList.toggle("with-tickets", tickets > 0);
    steppers.forEach((one, die) => one.update((by) => state.dice !== null && stepped({ dice: state.dice, steps, tickets }, die, by) !== null));
    replace(left, t("dc.tickets-left", { n: tickets - costOf(steps) }));
    progress.update(state);
  };
  if (!onSource) sum.setAttribute("role", "img");
  return { element, dice, update };
}

function name(element, words, step) {
  element.dataset.step = step ? `${step > 0 ? "+" : "−"}${Math.abs(step)}` : "";
  if (words) element.setAttribute("aria-label", step ? `${words} (${element.dataset.step})` : words);
}

/** Two buttons that change a die: {element, update(able)}; `able(by)` says whether it can be changed so. */
function stepper(colour, onStep) {
  const button = (by, sign, words) => h("button", { type: "button", class: "step", "aria-label": words, onclick: () => onStep(by) }, sign);
  const ways = [[-1, button(-1, "−", t(`dc.less-${colour}`))], [1, button(1, "+", t(`dc.more-${colour}`))]];
  const element = h("div", { class: `stepper ${colour}`, role: "group", "aria-label": t(`dc.change-${colour}`) }, ways.map(([, one]) => one));
  const update = (able) => ways.forEach(([by, one]) => one.toggleAttribute("disabled", !able(by)));
  return { element, update };
}

/** The rolls of a game, with the present one. */
function tracker() {
  const words = aside("");
  const bar = h("span", { class: "rolls", "aria-hidden": "true" });
  const element = h("p", { class: "tracker" }, words, bar);
  const update = ({ roll, rolls, phase }) => {
    const text = t("dc.roll", { roll, rolls });
    if (words.textContent === text && bar.dataset.phase === phase) return;
    words.textContent = text;
    bar.dataset.phase = phase;
    const look = (at) => (at < roll || phase === "over" ? "past" : at === roll ? "now" : "");
    replace(bar, Array.from({ length: rolls }, (_, at) => h("i", { class: look(at + 1) })));
  };
  return { element, update };
}
