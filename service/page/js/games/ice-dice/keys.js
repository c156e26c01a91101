// What the keys mean at a table of Ice Dice: a sum is written as on paper, with the faces of the dice.

const SIGNS = { "+": "+", "-": "-", "−": "-", "*": "*", x: "*", X: "*", "×": "*", "/": "/", ":": "/", "÷": "/" };
const OTHERS = { "(": "brackets", ")": "brackets", Backspace: "undo", Delete: "undo", Escape: "clear" };

/** [what a key does, with what]; [] if it means nothing here. Enter moves the token, unless it presses something that has the focus. */
export function keyOf(key, target) {
  if (/^[1-6]$/.test(key)) return ["face", Number(key)];
  if (Object.hasOwn(SIGNS, key)) return ["sign", SIGNS[key]];
  if (Object.hasOwn(OTHERS, key)) return [OTHERS[key]];
  return key === "Enter" && !target.closest("button, a, summary") ? ["move"] : [];
}
