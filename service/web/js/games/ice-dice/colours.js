// The six colours of tokens, each with its own mark, as in every picture of an exported game.

import { TINTS } from "../../drawing/tints.js";
import { shapeMark } from "../../marks.js";

/** The colours, in counting order. */
export const COLOURS = TINTS.map(({ name }) => name);

/** The mark of a colour, hidden from screen readers: heart, ring, star, clover, cross or moon. */
export function colourMark(colour) {
  const mark = shapeMark(TINTS[COLOURS.indexOf(colour)].marker, "colour-mark");
  mark.setAttribute("data-mark", colour);
  return mark;
}
