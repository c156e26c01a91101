// The columns of a score sheet: the figures of each add up to its seat's points. Pure.

/** What a turn brought or cost a seat. */
export const changeFor = (of, { seat, points = 0, others = {} }) => (of === seat ? points : (others[of] ?? 0));

/** The cell of a seat in a round: `{own}` is its turn, null without one; `others` the points that other seats' turns brought or cost it. */
export function cellFor(of, turns) {
  const others = turns.filter(({ seat }) => seat !== of);
  return { own: turns.find(({ seat }) => seat === of) ?? null, others: others.reduce((sum, turn) => sum + changeFor(of, turn), 0) };
}
