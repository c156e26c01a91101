// A card: what may be written on it, at what price, and what it is worth.

import { sum } from "../../values.mjs";
import { given } from "./boards.mjs";
import { checkForm, checkWorth } from "./card_form.mjs";
import { mechanismOf } from "./mechanisms.mjs";

const FACES = [1, 2, 3, 4, 5, 6];
const SOURCES = { b: (black) => [black], r: (black, red) => [red], ".": (black, red) => [black, red, black + red] };
const bothDice = (black, red) => [10 * black + red];

/** The fewest tickets with which the dice show this number, each step of a die for one; Infinity if they never do. */
function price([black, red], numbersOf, number) {
  const ways = FACES.flatMap((one) => FACES.map((other) => [one, other])).filter((pair) => numbersOf(...pair).includes(number));
  return Math.min(...ways.map(([one, other]) => Math.abs(one - black) + Math.abs(other - red)));
}

/**
 * A card of a deck: `cells` is their number; `cost(marks, place, number, dice)` is the price in tickets of a mark, Infinity if it is not
 * allowed; `after`, the marks after it; `points` and `tickets`, all that the marks have brought. Throws `Wrong` if these are no rules of a card.
 */
export function cardOf(rules) {
  checkForm(rules);
  const made = mechanismOf(rules.mechanism, given(rules.board));
  checkWorth(rules, made);
  return playable(rules, made, given(rules.score));
}

function playable({ number: id, colours = ".", tickets = [], young = false }, { cells, units, two = () => false, allows, after, done }, score) {
  const each = Array.isArray(score.each) ? score.each : Array(units).fill(score.each ?? 0);
  const whole = score.all ?? score.whole ?? 0;
  const sourceOf = (place) => (two(place) ? bothDice : SOURCES[colours.length === 1 ? colours : colours[place]]);
  const stepPoints = (count) => Math.max(0, ...score.steps.filter(([least]) => least <= count).map(([, points]) => points));
  const allPoints = (units_) => sum(units_.map((unit) => each[unit])) + (units_.length === units ? whole : 0);
  return {
    id,
    young,
    allOrNothing: score.all !== undefined,
    cells,
    after,
    cost: (marks, place, number, dice) => {
      const source = sourceOf(place);
      return source && allows(marks, place, number) ? price(dice, source, number) : Infinity;
    },
    points: (marks) => (score.steps ? stepPoints(done(marks).length) : allPoints(done(marks))),
    tickets: (marks) => tickets.filter((count) => count <= done(marks).length).length,
  };
}
