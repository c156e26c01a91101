// The form of a card's rules: the members of the card, its board, and what depends on the number of its places and of what can be done on it.

import { anyObject, fitting, integer, list, object, oneOf, orNull, text, truth } from "../../forms.mjs";
import { BOARDS, some } from "./boards.mjs";

export const CARDS = 50;

const points = integer(0, 99);

const rules = object(
  { board: anyObject, mechanism: oneOf(...Object.keys(BOARDS)), number: integer(1, CARDS), score: anyObject },
  { colours: text, tickets: some(integer(1)), young: truth },
);

/** Throws `Wrong` unless these are the members of a card, with a board that its mechanism can be played on. */
export function checkForm(card) {
  rules(card, "card");
  BOARDS[card.mechanism](card.board, "board");
}

/** Throws `Wrong` unless colours, points and tickets are some that a card with so many places and units can have. */
export function checkWorth({ colours = ".", score, tickets = [] }, { places, units }) {
  const signs = fitting((signs_) => /^[br.]+$/.test(signs_) && [1, places].includes(signs_.length), `one sign or ${places}`);
  signs(colours, "colours");
  scoreOf(score, units)(score, "score");
  list(integer(1, units))(tickets, "tickets");
}

/** `steps`, `all`, or `each` with or without `whole`. */
function scoreOf(score, units) {
  if (Object.hasOwn(score, "steps")) return object({ steps: stepsTo(units) });
  if (Object.hasOwn(score, "all")) return object({ all: integer(1, 99) });
  return object({ each: Array.isArray(score.each) ? list(points, units, units) : points }, { whole: orNull(points) });
}

/** Pairs of units that are done and points, both rising. */
const stepsTo = (units) => (value, path) => {
  some(list(points, 2, 2))(value, path);
  const rises = ([count, worth], at) => at === 0 || (count > value[at - 1][0] && worth > value[at - 1][1]);
  fitting((steps) => steps[0][0] >= 1 && steps.at(-1)[0] <= units && steps.every(rises), `rising pairs of at most ${units} units`)(value, path);
};
