// How a long list of moves is chosen from step by step: first by type, then by one field after the other. Pure.

/** Up to this many moves are listed at once. */
export const MOST_AT_ONCE = 8;

/** The moves that have all these [field, value]s. */
export const withValues = (moves, chosen) => moves.filter((move) => chosen.every(([field, value]) => same(move[field], value)));

/**
 * The next step: {field, choices: [{value, moves}]}, by the first field in which the moves differ; `moves` have that value. With few
 * moves, or without a difference, `field` is null and each choice is one move.
 */
export function stepOf(moves) {
  const field = moves.length > MOST_AT_ONCE ? fieldsOf(moves).find((name) => moves.some((move) => !same(move[name], moves[0][name]))) : undefined;
  if (field === undefined) return { field: null, choices: moves.map((move) => ({ value: null, moves: [move] })) };
  const groups = new Map();
  for (const move of moves) {
    const key = JSON.stringify(move[field] ?? null);
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return { field, choices: [...groups.values()].map((group) => ({ value: group[0][field] ?? null, moves: group })) };
}

/** The names of all fields, the type first; which decision a move answers is none of them. */
export function fieldsOf(moves) {
  const names = new Set(["type", ...moves.flatMap((move) => Object.keys(move))]);
  names.delete("decision");
  return [...names];
}

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
