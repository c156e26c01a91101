// What cards are worth with dice of the present roll. The rules themselves are those of the verifier; the service alone decides.

import { worth } from "../../../verify.mjs";

const PLACES = [0, 1, 2, 3, 4, 5];
const SELECTIONS = Array.from({ length: 63 }, (_, mask) => PLACES.filter((place) => ((mask + 1) >> place) & 1));

/** The points of a card with the dice at these places of the roll; null if they do not fit it. */
export function points(card, roll, places) {
  return worth(card, places.map((place) => roll[place]), roll);
}

/** The selection that brings most with this card, the fewest dice of several: {places, points}; null if nothing fits. */
export function best(card, roll) {
  let found = null;
  for (const places of SELECTIONS) {
    const won = points(card, roll, places);
    if (won === null) continue;
    if (!found || won > found.points || (won === found.points && places.length < found.places.length)) found = { places, points: won };
  }
  return found;
}
