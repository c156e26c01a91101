// Dice and signs that are dragged into the calculation, within it, and out of it. sum.js decides the result of a drop, as it does for taps.

import { withDie, withSign, withoutSign } from "./sum.js";

export const THINGS = "[data-die], [data-sign]";

/**
 * The calculation after a drop at this position, null outside the line; null if the drop is not possible. A thing is {die} or {sign},
 * with `from`: its position in the calculation, or null if it comes from the tray.
 */
export function afterDrop(sum, { die, sign, from }, at) {
  if (at === from) return sum;
  if (sign === undefined) return withDie(sum, die, at);
  return at === null ? withoutSign(sum, from) : withSign(from === null ? sum : withoutSign(sum, from), sign, at);
}

/** The drop position for a thing at x, given the centres of the line's dice: between two dice, or for a sign behind one. */
export function dropPosition(x, middles, { sign }) {
  const before = middles.filter((middle) => middle < x).length;
  return sign === undefined ? before : Math.max(0, before - 1);
}

/** The die or sign of an element. */
function thingOf({ dataset: { die, sign, from } }) {
  const position = from === undefined ? null : Number(from);
  return sign === undefined ? { die: Number(die), from: position } : { sign, from: position };
}

/** The dice of the line, without the one that is dragged. */
const others = (line, { die }) => [...line.querySelectorAll("[data-die]")].filter((one) => Number(one.dataset.die) !== die);

export const RULES = { thingOf, others, dropPosition, afterDrop };
