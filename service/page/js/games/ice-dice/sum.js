// The sum that somebody puts together: up to three dice (by their positions), the signs between them, and where the brackets are. Dice
// and signs come in any order; each takes the next free place. Pure: every function gives a new sum.

const DICE = 3;
const STRONG = new Set(["*", "/"]);

/** Nothing yet. `signs[n]` stands behind `dice[n]`; `brackets` is "left" or "right" of three dice, null as school has it. */
export const EMPTY = { dice: [], signs: [null, null], brackets: null };

/** With one more die; a die that is used already is taken out. */
export function withDie(sum, place) {
  const at = sum.dice.indexOf(place);
  if (at < 0) return { ...sum, dice: [...sum.dice, place] };
  const sign = at === 0 ? 0 : at - 1;
  return { dice: sum.dice.toSpliced(at, 1), signs: [...sum.signs.toSpliced(sign, 1), null], brackets: null };
}

/** With a sign in the first free place; if there is none, in the last one. null before the first die. */
export function withSign(sum, sign) {
  const places = Math.min(sum.dice.length, DICE - 1);
  if (!places) return null;
  const free = sum.signs.slice(0, places).indexOf(null);
  return { ...sum, signs: sum.signs.with(free < 0 ? places - 1 : free, sign), brackets: null };
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
