// The tray for calculations: the dice, the signs, the brackets, and the calculation.

import { h, svg } from "../../dom.js";
import { t } from "../../text.js";
import { diceRow } from "../parts/dice.js";
import { makeDraggable } from "../parts/dragging.js";
import { glass } from "../parts/glass.js";
import { signOf } from "./arithmetic.js";
import { RULES, THINGS } from "./drag.js";
import { EMPTY, sumOf } from "./sum.js";
import { sumLine } from "./sum_line.js";

const DICE = 3;
const NAMES = { "+": "plus", "-": "minus", "*": "times", "/": "over" };
const NOBODY = new Set();

/**
 * A player's tray: {element, dice, update(now, {made, hits}), recheck()}; `recheck` cancels a drag that began with an earlier
 * calculation. Callbacks: `onDie(position)`, `onSign(op)`, `onTakeOut(position)` of a sign, `onBrackets()`, `onUndo()`, and those for dragging,
 * see parts/dragging.js: `present()`, `show(sum)`, `build(change)`.
 */
export function ownTray(callbacks) {
  const dice = diceRow(DICE, { onPick: callbacks.onDie });
  const line = sumLine();
  const signKey = (op, name) => key(signOf(op), t(`ice.sign.${name}`), () => callbacks.onSign(op), { "data-key": op, "data-sign": op });
  const signs = Object.entries(NAMES).map(([op, name]) => [op, signKey(op, name)]);
  const brackets = key("( )", t("ice.brackets"), callbacks.onBrackets, { "data-key": "brackets" });
  const undo = key(eraser(), t("ice.undo"), callbacks.onUndo, { "data-key": "undo" });
  const keys = h("div", { class: "keys", role: "group", "aria-label": t("ice.signs") }, signs.map(([, one]) => one), brackets, undo);
  const element = h("div", { class: "tray own-tray" }, dice.element, line.element, keys);
  const update = (now, { made, hits }) => {
    const { view, sum, decision, lastCalculation } = now;
    const live = decision === "shift" || decision === "take";
    dice.update(view.state.dice, new Set(sum.dice));
    if (lastCalculation && !live) showCalculation(line, lastCalculation);
    else line.update(sum, view.state.dice, { made, hits, onSign: live ? callbacks.onTakeOut : null });
    dice.element.classList.toggle("live", live);
    element.classList.toggle("live", live);
    element.classList.toggle("idle", view.state.dice === null);
    for (const [op, one] of signs) one.hidden = view.state.variant === "young" && (op === "*" || op === "/");
  };
  const recheck = makeDraggable(element, line.element, THINGS, { rules: RULES, ...callbacks });
  return { element, dice, update, recheck };
}

/** The tray for all others: {element, dice, update(view, lastCalculation)}; `lastCalculation` is the event with the last calculation, or null. */
export function watchedTray(caption) {
  const [dice, line, sand] = [diceRow(DICE), sumLine(), glass()];
  const element = h("div", { class: "tray watched-tray" }, dice.element, line.element, sand.element, caption);
  const update = (view, lastCalculation) => {
    dice.update(view.state.dice, NOBODY);
    if (lastCalculation) showCalculation(line, lastCalculation);
    else line.update(EMPTY, null);
    sand.update(view);
  };
  return { element, dice, update };
}

/** Shows the calculation of an event. */
function showCalculation(line, { expression, dice, number }) {
  line.update(sumOf(expression), dice, { made: { value: { over: number, under: 1 } }, hits: true });
}

/** The symbol on the undo key. */
function eraser() {
  return svg("svg", { viewBox: "0 0 25 20", "aria-hidden": "true" }, svg("path", { d: "M9 3h14v14H9L2 10zM13 7.5l5 5m0-5-5 5" }));
}

function key(sign, label, onclick, named) {
  return h("button", { type: "button", class: "key", ...named, "aria-label": label, title: label, onclick }, sign);
}
