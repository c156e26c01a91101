// The six colours of tokens, each with its own mark, as in every picture of an exported game.

import { svg } from "../../dom.js";

const MARKS = {
  red: "m0,5l-5,-5.2a2.9,2.9 0 0,1 5,-3a2.9,2.9 0 0,1 5,3z",
  orange: "m-5,0a5,5 0 1,0 10,0a5,5 0 1,0-10,0zm2.6,0a2.4,2.4 0 1,1 4.8,0a2.4,2.4 0 1,1-4.8,0z",
  yellow: "m0,-5.6l1.7,3.5l4,.6l-2.9,2.7l.7,3.9l-3.5,-1.9l-3.5,1.9l.7,-3.9l-2.9,-2.7l4,-.6z",
  green:
    "m-2.5,-2.5a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0zm-2.6,3.6a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0z" +
    "m5.2,0a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0zm-.1,-2l-2,6h4z",
  blue: "m-1.7,-5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z",
  violet: "m1.2,-5.2a5.2,5.2 0 1,0 3.8,7.4a4.4,4.4 0 0,1-3.8,-7.4z",
};

/** The colours, in counting order. */
export const COLOURS = Object.keys(MARKS);

/** The mark of a colour, hidden from screen readers: heart, ring, star, clover, cross or moon. */
export function colourMark(colour) {
  const mark = svg("path", { d: `M0,0${MARKS[colour]}` });
  return svg("svg", { viewBox: "-6 -6 12 12", class: "colour-mark", "data-mark": colour, "aria-hidden": "true" }, mark);
}
