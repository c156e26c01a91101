// The sum that somebody puts together: up to three dice (by their positions), the signs between them, and where the brackets are. Dice
// and signs come in any order; each takes the next free place. Pure: every function gives a new sum.

const DICE = 3;
const STRONG = new Set(["*", "/"]);

/** Nothing yet. `signs[n]` stands behind `dice[n]`; `brackets` is "left" or "right" of three dice, null as school has it. */
export const EMPTY = { dice: [], signs: [null, null], brackets: null };

/** With one more die, behind the others or as the one at this place of them. A die that is used already goes there, or else out. */
export function withDie(sum, die, at = null) {
  if (!sum.dice.includes(die)) return at === null ? { ...sum, dice: [...sum.dice, die] } : between(sum, die, at);
  return at === null ? withoutDie(sum, die) : { ...sum, dice: sum.dice.filter((one) => one !== die).toSpliced(at, 0, die) };
}

/** Between two dice a new one parts the sign from what follows, unless that sign would have no place any more. */
function between({ dice, signs, brackets }, die, at) {
  const apart = signs[1] === null ? signs.toSpliced(at, 0, null).slice(0, DICE - 1) : signs;
  return { dice: dice.toSpliced(at, 0, die), signs: apart, brackets };
}

/** Without this die and the sign before it; without the first die the sign behind it goes. */
function withoutDie({ dice, signs }, die) {
  const at = dice.indexOf(die);
  return { dice: dice.toSpliced(at, 1), signs: [...signs.toSpliced(Math.max(0, at - 1), 1), null], brackets: null };
}

/**
 * With a sign at this place, if there may be one, else in the first free place; if there is none, in the last one. null before the first
 * die.
 */
export function withSign(sum, sign, at = null) {
  const places = Math.min(sum.dice.length, DICE - 1);
  if (!places) return null;
  const free = sum.signs.slice(0, places).indexOf(null);
  const place = at !== null && at < places ? at : free < 0 ? places - 1 : free;
  return { ...sum, signs: sum.signs.with(place, sign), brackets: null };
}

/** Without the sign at this place. */
export const withoutSign = (sum, place) => ({ ...sum, signs: sum.signs.with(place, null) });

/** Without what came last. */
export function undone({ dice, signs, brackets }) {
  const last = dice.length - 1;
  if (last >= 0 && signs[last]) return { dice, signs: signs.with(last, null), brackets };
  return { dice: dice.slice(0, -1), signs: last > 0 ? signs : [null, null], brackets: null };
}

/** With the brackets around the other two dice; null unless there are three with both signs. */
export function rebracketed(sum) {
  if (sum.dice.length < DICE || !expressionOf(sum)) return null;
  return { ...sum, brackets: bracketsOf(sum) === "left" ? "right" : "left" };
}

/** Around which two of three dice the brackets are: those chosen, else × and ÷ come first. */
export function bracketsOf({ signs: [one, other], brackets }) {
  return brackets ?? (STRONG.has(other) && !STRONG.has(one) ? "right" : "left");
}

/** The expression as a move has it; null as long as something is missing. */
export function expressionOf(sum) {
  const { dice: [a, b, c], signs: [one, other] } = sum;
  if (b === undefined || one === null) return null;
  if (c === undefined) return other === null ? { op: one, left: a, right: b } : null;
  if (other === null) return null;
  if (bracketsOf(sum) === "left") return { op: other, left: { op: one, left: a, right: b }, right: c };
  return { op: one, left: a, right: { op: other, left: b, right: c } };
}

/** The sum of an expression. */
export function sumOf({ op, left, right }) {
  if (typeof left === "object") return { dice: [left.left, left.right, right], signs: [left.op, op], brackets: "left" };
  if (typeof right === "object") return { dice: [left, right.left, right.right], signs: [op, right.op], brackets: "right" };
  return { dice: [left, right], signs: [op, null], brackets: null };
}

/** The sum that has just these dice, without signs: to be rolled again. */
export const ofDice = (places) => ({ ...EMPTY, dice: [...places] });
