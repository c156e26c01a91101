// What stands in the columns of a score sheet: in each the figures add up to what its seat has. Pure.

/** What a turn brought or cost a seat. */
export const changeFor = (of, { seat, points = 0, others = {} }) => (of === seat ? points : (others[of] ?? 0));

/** The cell of a seat in a round: `{own}` is its turn, null if it has had none, `others` what those of others brought or cost it. */
export function cellFor(of, turns) {
  const others = turns.filter(({ seat }) => seat !== of);
  return { own: turns.find(({ seat }) => seat === of) ?? null, others: others.reduce((sum, turn) => sum + changeFor(of, turn), 0) };
}
