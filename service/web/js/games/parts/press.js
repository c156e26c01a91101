// What presses a button of a board. A double click counts as one click, and a key that is held as one press: what follows may be another decision.

/** The listeners of a button, for `h`: `action()` runs once for each press. */
export const pressed = (action) => ({ onclick: ({ detail: clicks }) => void (clicks < 2 && action()), onkeydown: holdBack });

/** A key that is held repeats its keydown, and with it the click. */
function holdBack(event) {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}
