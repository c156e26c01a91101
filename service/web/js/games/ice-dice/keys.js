// What the keys mean at a table of Ice Dice: a sum is written as on paper, with the faces of the dice.

const SIGNS = { "+": "+", "-": "-", "−": "-", "*": "*", x: "*", X: "*", "×": "*", "/": "/", ":": "/", "÷": "/" };
const OTHERS = { "(": "brackets", ")": "brackets", Backspace: "undo", Delete: "undo", Escape: "clear" };
const PARTS = ".tray button, .plank button";

/**
 * [what a key does, with what]; [] if it means nothing here. Enter moves the token, unless it presses something that has the focus. Who
 * pointed at a die, a sign or a token is done with it (`pointed`), although it has the focus: there only Space presses it.
 */
export function keyOf(key, target, pointed = false) {
  if (/^[1-6]$/.test(key)) return ["face", Number(key)];
  if (Object.hasOwn(SIGNS, key)) return ["sign", SIGNS[key]];
  if (Object.hasOwn(OTHERS, key)) return [OTHERS[key]];
  if (key !== "Enter") return [];
  const pressed = target.closest("button, a, summary");
  return !pressed || (pointed && pressed.matches(PARTS)) ? ["move"] : [];
}

/** Whether a key leads from one thing to the next. */
export const leads = (key) => key === "Tab" || key.startsWith("Arrow");
