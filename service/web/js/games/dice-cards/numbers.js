// The numbers of a roll, and what tickets make of them. Pure. Which of them may be written, and where, only the listed moves say.

const FACES = [1, 2, 3, 4, 5, 6];
const ROLLS = FACES.flatMap((black) => FACES.map((red) => [black, red]));

/** What the dice show, one die changed or both: `steps` are those of the black die and of the red one, each for one ticket. */
export const changed = (dice, steps) => [dice.black + steps[0], dice.red + steps[1]];

/** The tickets that these steps cost. */
export const costOf = (steps) => Math.abs(steps[0]) + Math.abs(steps[1]);

/** The steps with one more of a die; null if the die has no such face, or the tickets do not suffice. */
export function stepped({ dice, steps, tickets }, die, by) {
  const next = steps.map((step, at) => (at === die ? step + by : step));
  const face = changed(dice, next)[die];
  return face < 1 || face > 6 || costOf(next) > tickets ? null : next;
}

/**
 * {black, red, sum, both}: the number that each makes of the faces where a cell takes these dice (positions, none for any); a cell
 * for both dice has the number with two digits.
 */
export function numbersFor([black, red], taken) {
  if (taken.length > 1) return { both: 10 * black + red };
  if (taken.length === 1) return taken[0] === 0 ? { black } : { red };
  return { black, red, sum: black + red };
}

/** The fewest steps that make a number for a cell that takes these dice: [steps of black, steps of red]. */
export function cheapest({ black, red }, number, taken) {
  const ways = ROLLS.filter((faces) => Object.values(numbersFor(faces, taken)).includes(number)).map((faces) => [faces[0] - black, faces[1] - red]);
  return ways.reduce((best, way) => (costOf(way) < costOf(best) ? way : best));
}
