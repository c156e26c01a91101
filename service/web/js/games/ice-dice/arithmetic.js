// Exact calculations with dice: numbers are fractions {over, under} in lowest terms, under > 0. Pure.

const SIGNS = { "+": "+", "-": "−", "*": "×", "/": "÷" };

const isDie = (part) => Number.isInteger(part);

/** The value of an expression (in a move's form) with these faces; null after a division by zero. */
export function valueOf(part, faces) {
  if (isDie(part)) return { over: faces[part], under: 1 };
  const [one, other] = [valueOf(part.left, faces), valueOf(part.right, faces)];
  return one && other && result(part.op, one, other);
}

/** A value as a whole number; null if it is not whole. */
export const wholeOf = (value) => (value?.under === 1 ? value.over : null);

/** An expression in ordinary notation: "(2 + 3) × 6". */
export function written({ op, left, right }, faces) {
  const side = (part) => (isDie(part) ? faces[part] : `(${written(part, faces)})`);
  return `${side(left)} ${SIGNS[op]} ${side(right)}`;
}

/** A sign in ordinary notation. */
export const signOf = (op) => SIGNS[op];

/** A value in a line of text: "−2/3". */
export function valueText({ over, under }) {
  const shown = under === 1 ? String(Math.abs(over)) : `${Math.abs(over)}/${under}`;
  return over < 0 ? `−${shown}` : shown;
}

function result(op, { over: a, under: b }, { over: c, under: d }) {
  const made = { "+": [a * d + c * b, b * d], "-": [a * d - c * b, b * d], "*": [a * c, b * d], "/": [a * d, b * c] }[op];
  return made[1] === 0 ? null : lowest(...made);
}

function lowest(over, under) {
  const common = divisor(Math.abs(over), Math.abs(under)) * Math.sign(under);
  return { over: over / common || 0, under: under / common };
}

const divisor = (one, other) => (other === 0 ? one : divisor(other, one % other));
