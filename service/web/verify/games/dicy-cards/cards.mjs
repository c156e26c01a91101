// The twelve cards of Dicy Cards: what fits them, and what they are worth.

import { alike, ascending, different, sum } from "../../values.mjs";

const any = () => true;
const lowest = (values, all) => values.every((value, at) => value === all[at]);

/** The twelve cards: the fewest and most dice, whether these values fit (they and the whole roll ascending), and their points. */
export const CARDS = {
  "any-two": { dice: [2, 2], fits: any, points: sum, effect: ["freeze", "neighbours"] },
  "all-under-six": { dice: [6, 6], fits: (values) => !values.includes(6), points: sum },
  odds: { dice: [1, 6], fits: (values) => values.every((value) => value % 2), points: sum },
  straight: { dice: [2, 6], fits: (values) => values.every((value, at) => value === values[0] + at), points: sum },
  "two-pairs": { dice: [4, 4], fits: ([a, b, c, d]) => a === b && b < c && c === d, points: sum },
  sixes: { dice: [1, 6], fits: (values) => values.every((value) => value === 6), points: sum, effect: ["reset", "neighbours"] },
  "pair-doubled": { dice: [2, 2], fits: alike, points: (values) => 2 * sum(values) },
  "three-lowest": { dice: [3, 3], fits: lowest, points: sum, effect: ["freeze", "others"] },
  "different-x4": { dice: [1, 6], fits: different, points: (values) => 4 * values.length },
  "different-sum": { dice: [1, 5], fits: different, points: sum },
  "forty-minus": { dice: [6, 6], fits: any, points: (values) => 40 - sum(values) },
  "alike-x5": { dice: [1, 6], fits: alike, points: (values) => 5 * values.length },
};

/** The points of a card of Dicy Cards with these values, some of those of the whole roll; null if they do not fit. */
export function worth(id, values, roll) {
  const { dice: [least, most], fits, points } = CARDS[id];
  const enough = values.length >= least && values.length <= most;
  return enough && fits(ascending(values), ascending(roll)) ? points(values) : null;
}

export const SETS = {
  glacial: ["any-two", "straight", "two-pairs", "odds", "all-under-six"],
  beginner: ["all-under-six", "straight", "pair-doubled", "different-x4", "alike-x5"],
  intermediate: ["two-pairs", "odds", "different-sum", "forty-minus", "sixes"],
  interactions: ["any-two", "sixes", "three-lowest", "straight", "forty-minus"],
};

export const CARD_IDS = Object.keys(CARDS);
