// English, for tables of a game without a board of its own: it lies on top of the page's dictionary.

export default {
  "table.keys": "Keys: Tab and Enter choose a move, Escape goes one step back.",
  "any.moves": "Moves",
  "any.choose": "Choose a move.",
  "any.choose-next": "{chosen}: choose how.",
  "any.more": "{what}, {n} moves",
  "any.back": "Back",
  "any.none": "none",
  "any.frozen": "frozen",
  "any.tint-0": "red",
  "any.tint-1": "orange",
  "any.tint-2": "yellow",
  "any.tint-3": "green",
  "any.tint-4": "blue",
  "any.tint-5": "violet",
  "any.own": "Cards",
  "any.cards": "{n} {n:card|cards}",
};
