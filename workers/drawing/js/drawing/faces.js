// The faces of dice: pips, or a number where a die has other faces than 1 to 6.

import { svg } from "../dom.js";

const CORNERS = [[-1, -1], [1, 1]];
const OTHERS = [[1, -1], [-1, 1]];
const MIDDLE = [[0, 0]];
const SIDES = [[-1, 0], [1, 0]];
const FOUR = [...CORNERS, ...OTHERS];
const FACES = [[], MIDDLE, CORNERS, [...CORNERS, ...MIDDLE], FOUR, [...FOUR, ...MIDDLE], [...FOUR, ...SIDES]];

/** The positions of a face's pips, as [x, y] of -1, 0 and 1. */
export const pips = (face) => FACES[face] ?? [];

/** What is drawn on a die of 100 units with this face; nothing for null. Without `pipped`, the face is a number. */
export function faceMarks(face, pipped = face >= 1 && face <= 6) {
  if (face === null) return [];
  if (pipped) return pips(face).map(([x, y]) => svg("circle", { cx: 50 + 24.5 * x, cy: 50 + 24.5 * y, r: 9.5 }));
  return [svg("text", { x: 50, y: 53, "font-size": 48, "text-anchor": "middle", "dominant-baseline": "middle" }, face)];
}
