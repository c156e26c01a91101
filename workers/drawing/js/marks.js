// Marks of seats. Python reads both lists.

import { h, svg } from "./dom.js";

const SHAPES = [
  "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0-8,0z",
  "m-4,-4h8v8h-8z",
  "m0,-5l5,9h-10z",
  "m0,-5l5,5l-5,5l-5,-5z",
  "m-5,-4h10l-5,9z",
  "m-2,-5h4v10h-4z"
];
const DASHES = [
  "", "9 4", "2 3", "12 3 2 3", "5 2 1 2", "17 4"
];
const COLOURS = 8;

/** The class that gives an element and its contents the colour of a seat, as `--seat`. */
export const seatClass = (seat) => `seat-${seat % COLOURS}`;

/** The rest of an SVG path that draws the shape of a seat around a point. */
export const seatShape = (seat) => SHAPES[seat % SHAPES.length];

/** The dashes of a seat's line; null: solid. */
export const seatDash = (seat) => DASHES[seat % DASHES.length] || null;

/** A shape as a picture of its own. */
export const shapeMark = (shape, look) => svg("svg", { viewBox: "-6 -6 12 12", class: look, "aria-hidden": "true" }, svg("path", { d: `M0,0${shape}` }));

/** The mark of a seat. */
export const seatMark = (seat) => shapeMark(seatShape(seat), `seat-mark ${seatClass(seat)}`);

/** A seat's mark and the name of its player. */
export const who = (seat, name) => h("span", { class: `who ${seatClass(seat)}` }, seatMark(seat), h("bdi", { title: name }, name));
