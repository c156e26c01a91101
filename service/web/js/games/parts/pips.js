// The pips of a die's faces.

const CORNERS = [[-1, -1], [1, 1]];
const OTHERS = [[1, -1], [-1, 1]];
const MIDDLE = [[0, 0]];
const SIDES = [[-1, 0], [1, 0]];

const FOUR = [...CORNERS, ...OTHERS];

const FACES = [[], MIDDLE, CORNERS, [...CORNERS, ...MIDDLE], FOUR, [...FOUR, ...MIDDLE], [...FOUR, ...SIDES]];

/** The positions of a face's pips, as [x, y] of -1, 0 and 1. */
export function pips(face) {
  return FACES[face] ?? [];
}
