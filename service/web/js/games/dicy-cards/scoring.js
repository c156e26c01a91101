// What cards are worth with the dice of the present roll. The rules are the verifier's; only the service decides.

import { worth } from "../../../verify/games/dicy-cards/cards.mjs";

const POSITIONS = [0, 1, 2, 3, 4, 5];
const SELECTIONS = Array.from({ length: 63 }, (_, mask) => POSITIONS.filter((position) => ((mask + 1) >> position) & 1));

/** The points of a card with the dice at these positions of the roll; null if they do not fit it. */
export function points(card, roll, positions) {
  return worth(card, positions.map((position) => roll[position]), roll);
}

/** The selection with the most points for this card: {positions, points}; null if none fits. Of several, the first. */
export function best(card, roll) {
  let found = null;
  for (const positions of SELECTIONS) {
    const won = points(card, roll, positions);
    if (won === null) continue;
    if (!found || won > found.points) found = { positions, points: won };
  }
  return found;
}
