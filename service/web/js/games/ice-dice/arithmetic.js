// Sums over dice, exactly: numbers are fractions {over, under} in lowest terms, under > 0. Pure.

const SIGNS = { "+": "+", "-": "−", "*": "×", "/": "÷" };

const isDie = (part) => Number.isInteger(part);

/** What an expression (as a move has it) makes of these faces; null where something is divided by zero. */
export function valueOf(part, faces) {
  if (isDie(part)) return { over: faces[part], under: 1 };
  const [one, other] = [valueOf(part.left, faces), valueOf(part.right, faces)];
  return one && other && result(part.op, one, other);
}

/** The whole number that a value is; null if it is none. */
export const wholeOf = (value) => (value?.under === 1 ? value.over : null);

/** An expression as people write it: "(2 + 3) × 6". */
export function written({ op, left, right }, faces) {
  const side = (part) => (isDie(part) ? faces[part] : `(${written(part, faces)})`);
  return `${side(left)} ${SIGNS[op]} ${side(right)}`;
}

/** A sign as people write it. */
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
