// Which dice an event has rolled. Pure.

/**
 * The positions of the dice that an event of any game has rolled, of `count` dice; null if it shows no roll of them. Its field `positions`
 * names them, unless it means something else in this game.
 */
export function rolledDice({ dice, positions, draw }, count) {
  if (!draw || !Array.isArray(dice) || dice.length !== count) return null;
  const all = [...dice.keys()];
  return Array.isArray(positions) && positions.every((position) => all.includes(position)) ? positions : all;
}
