// What the sentences about events need besides the events' own fields.

import { written } from "./arithmetic.js";
import { tokenOf } from "./tokens.js";

/** The colour of the token, the calculation that made its number, and the points of the seat. */
export function argumentsOf({ seat, data: { token, expression, dice, points } }, { state }) {
  return {
    ...(token !== undefined && { colour: tokenOf(state, token)?.colour ?? "" }),
    ...(expression && { calculation: written(expression, dice) }),
    ...(points && { points: points[seat] }),
  };
}
