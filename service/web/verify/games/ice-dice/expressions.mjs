// Calculations with the dice of Ice Dice.

import { integer, object, oneOf } from "../../forms.mjs";
import { different } from "../../values.mjs";

const sign = oneOf("+", "-", "*", "/");
const pair = object({ op: sign, left: integer(), right: integer() });
const dieOrPair = (value, path) => void (Number.isInteger(value) || pair(value, path));
export const expression = object({ op: sign, left: dieOrPair, right: dieOrPair });

/** The whole number that an expression makes of the dice at its positions, each used at most once (I3); null if it makes none. */
export function made(expression, dice) {
  const positions = diceIn(expression);
  if (!different(positions) || positions.some((at) => !(at in dice))) return null;
  const [over, under] = quotient(expression, dice);
  return under !== 0 && over % under === 0 ? over / under : null;
}

const isDie = (part) => Number.isInteger(part);
const diceIn = (part) => (isDie(part) ? [part] : [...diceIn(part.left), ...diceIn(part.right)]);
export const signsIn = (part) => (isDie(part) ? [] : [part.op, ...signsIn(part.left), ...signsIn(part.right)]);

/** An expression without members that do not belong to it. */
export const bare = (part) => (isDie(part) ? part : { op: part.op, left: bare(part.left), right: bare(part.right) });

/** An expression as a fraction. A division by zero makes it [0, 0], and it stays so in every further operation. */
function quotient(part, dice) {
  if (isDie(part)) return [dice[part], 1];
  const [[a, b], [c, d]] = [quotient(part.left, dice), quotient(part.right, dice)];
  if (b * d === 0) return [0, 0];
  return { "+": [a * d + c * b, b * d], "-": [a * d - c * b, b * d], "*": [a * c, b * d], "/": [a * d, b * c] }[part.op];
}
