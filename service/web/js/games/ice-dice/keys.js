// The keys at a table of Ice Dice: a player types a calculation in ordinary notation, with the faces of the dice.

const SIGNS = { "+": "+", "-": "-", "−": "-", "*": "*", x: "*", X: "*", "×": "*", "/": "/", ":": "/", "÷": "/" };
const OTHERS = { "(": "brackets", ")": "brackets", Backspace: "undo", Delete: "undo", Escape: "clear" };
const PARTS = ".tray button, .plank button";

/**
 * [the action of a key, its argument]; [] if it has none here. Enter moves the token, unless it presses the focused element. If a
 * pointer moved the focus (`pointed`), Enter does not press a die, a sign or a token: there only Space does.
 */
export function keyOf(key, target, pointed = false) {
  if (/^[1-6]$/.test(key)) return ["face", Number(key)];
  if (Object.hasOwn(SIGNS, key)) return ["sign", SIGNS[key]];
  if (Object.hasOwn(OTHERS, key)) return [OTHERS[key]];
  if (key !== "Enter") return [];
  const pressed = target.closest("button, a, summary");
  return !pressed || (pointed && pressed.matches(PARTS)) ? ["move"] : [];
}

/** Whether a key moves the focus from one element to the next. */
export const movesFocus = (key) => key === "Tab" || key.startsWith("Arrow");
