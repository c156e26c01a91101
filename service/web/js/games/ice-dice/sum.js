// The calculation that a player builds: up to three dice (by their positions), the signs between them, and the brackets. Dice and
// signs come in any order; each takes the next free position. Pure: every function returns a new calculation.

const DICE = 3;
const STRONG = new Set(["*", "/"]);

/** Empty. `signs[n]` follows `dice[n]`. `brackets` is "left" or "right" of three dice; null: the usual order of operations. */
export const EMPTY = { dice: [], signs: [null, null], brackets: null };

/** Adds a die, at the end or at this position among the dice. A die already used moves there, or without a position is removed. */
export function withDie(sum, die, at = null) {
  if (!sum.dice.includes(die)) return at === null ? { ...sum, dice: [...sum.dice, die] } : between(sum, die, at);
  return at === null ? withoutDie(sum, die) : { ...sum, dice: sum.dice.filter((one) => one !== die).toSpliced(at, 0, die) };
}

/** Between two dice, a new one separates the sign from the next die, unless the sign would have no position left. */
function between({ dice, signs, brackets }, die, at) {
  const apart = signs[1] === null ? signs.toSpliced(at, 0, null).slice(0, DICE - 1) : signs;
  return { dice: dice.toSpliced(at, 0, die), signs: apart, brackets };
}

/** Removes this die and the sign before it; for the first die, the sign after it. */
function withoutDie({ dice, signs }, die) {
  const at = dice.indexOf(die);
  return { dice: dice.toSpliced(at, 1), signs: [...signs.toSpliced(Math.max(0, at - 1), 1), null], brackets: null };
}

/**
 * Adds a sign at this position if one is allowed there, else at the first free position, else at the last one. null before the first
 * die.
 */
export function withSign(sum, sign, at = null) {
  const count = Math.min(sum.dice.length, DICE - 1);
  if (!count) return null;
  const free = sum.signs.slice(0, count).indexOf(null);
  const position = at !== null && at < count ? at : free < 0 ? count - 1 : free;
  return { ...sum, signs: sum.signs.with(position, sign), brackets: null };
}

/** Removes the sign at this position. */
export const withoutSign = (sum, position) => ({ ...sum, signs: sum.signs.with(position, null) });

/** Removes the last part. */
export function undone({ dice, signs, brackets }) {
  const last = dice.length - 1;
  if (last >= 0 && signs[last]) return { dice, signs: signs.with(last, null), brackets };
  return { dice: dice.slice(0, -1), signs: last > 0 ? signs : [null, null], brackets: null };
}

/** Moves the brackets to the other two dice; null unless there are three dice with both signs. */
export function rebracketed(sum) {
  if (sum.dice.length < DICE || !expressionOf(sum)) return null;
  return { ...sum, brackets: bracketsOf(sum) === "left" ? "right" : "left" };
}

/** Which two of three dice are in brackets: the chosen ones, else × and ÷ come first. */
export function bracketsOf({ signs: [one, other], brackets }) {
  return brackets ?? (STRONG.has(other) && !STRONG.has(one) ? "right" : "left");
}

/** The expression in a move's form; null while it is incomplete. */
export function expressionOf(sum) {
  const { dice: [a, b, c], signs: [one, other] } = sum;
  if (b === undefined || one === null) return null;
  if (c === undefined) return other === null ? { op: one, left: a, right: b } : null;
  if (other === null) return null;
  if (bracketsOf(sum) === "left") return { op: other, left: { op: one, left: a, right: b }, right: c };
  return { op: one, left: a, right: { op: other, left: b, right: c } };
}

/** The calculation of an expression. */
export function sumOf({ op, left, right }) {
  if (typeof left === "object") return { dice: [left.left, left.right, right], signs: [left.op, op], brackets: "left" };
  if (typeof right === "object") return { dice: [left, right.left, right.right], signs: [op, right.op], brackets: "right" };
  return { dice: [left, right], signs: [op, null], brackets: null };
}

/** A calculation of just these dice, without signs: for a reroll. */
export const ofDice = (positions) => ({ ...EMPTY, dice: [...positions] });
