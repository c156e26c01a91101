// What cards are worth with the dice of the present roll. The rules are the verifier's; only the service decides.

import { worth } from "../../../verify.mjs";

const PLACES = [0, 1, 2, 3, 4, 5];
const SELECTIONS = Array.from({ length: 63 }, (_, mask) => PLACES.filter((place) => ((mask + 1) >> place) & 1));

/** The points of a card with the dice at these positions of the roll; null if they do not fit it. */
export function points(card, roll, places) {
  return worth(card, places.map((place) => roll[place]), roll);
}

/** The selection with the most points for this card, and of those the one with the fewest dice: {places, points}; null if none fits. */
export function best(card, roll) {
  let found = null;
  for (const places of SELECTIONS) {
    const won = points(card, roll, places);
    if (won === null) continue;
    if (!found || won > found.points || (won === found.points && places.length < found.places.length)) found = { places, points: won };
  }
  return found;
}
