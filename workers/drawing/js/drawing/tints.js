// The six colours of cards, each with its own mark: heart, ring, star, clover, cross and moon. None of them is the mark of a seat. Python
// reads the list for its pictures; `sign` is the mark as a character, `plain` as an ASCII character.

import { shapeMark } from "../marks.js";

export const TINTS = [
  { "name": "red", "sign": "♥", "plain": "v", "marker": "m0,5l-5,-5.2a2.9,2.9 0 0,1 5,-3a2.9,2.9 0 0,1 5,3z" },
  { "name": "orange", "sign": "○", "plain": "o", "marker": "m-5,0a5,5 0 1,0 10,0a5,5 0 1,0-10,0zm2.6,0a2.4,2.4 0 1,1 4.8,0a2.4,2.4 0 1,1-4.8,0z" },
  { "name": "yellow", "sign": "★", "plain": "*", "marker": "m0,-5.6l1.7,3.5l4,.6l-2.9,2.7l.7,3.9l-3.5,-1.9l-3.5,1.9l.7,-3.9l-2.9,-2.7l4,-.6z" },
  { "name": "green", "sign": "♣", "plain": "%", "marker": "m-2.5,-2.5a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0zm-2.6,3.6a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0zm5.2,0a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0-5,0zm-.1,-2l-2,6h4z" },
  { "name": "blue", "sign": "✚", "plain": "+", "marker": "m-1.7,-5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z" },
  { "name": "violet", "sign": "☾", "plain": ")", "marker": "m1.2,-5.2a5.2,5.2 0 1,0 3.8,7.4a4.4,4.4 0 0,1-3.8,-7.4z" }
];

/** The mark of a colour, hidden from screen readers. */
export const tintMark = (tint, look = "mark") => shapeMark(TINTS[tint].marker, look);
