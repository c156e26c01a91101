// The picture beside the greeting: three cards, one of them frozen, two dice and an ice token. Their shadows are drawn, because WebKit
// applies no filter to a group, and white dice on white cards would have no edge.

import { svg } from "../dom.js";

const PIPS = { 5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]], 3: [[26, 26], [50, 50], [74, 74]] };

/** The picture; it adds nothing to the text. */
export function art() {
  return svg("svg", { viewBox: "0 0 340 250", class: "art", "aria-hidden": "true" },
    card(58, 52, -13, "warm", rays()), card(122, 34, 0, "cold", flake()), card(188, 44, 12, "warm", steps()),
    die(196, 150, 68, 14, 5), die(92, 164, 58, -18, 3), token(166, 206, "18"));
}

function card(x, y, turn, look, figure) {
  const face = shaded("rect", { width: 96, height: 138, rx: 13 }, 5);
  const inner = svg("rect", { x: 7, y: 7, width: 82, height: 124, rx: 8, class: "inner" });
  return svg("g", { class: `art-card ${look}`, transform: `translate(${x} ${y}) rotate(${turn} 48 69)` }, face, inner, figure);
}

function die(x, y, size, turn, face) {
  const pips = PIPS[face].map(([cx, cy]) => svg("circle", { cx, cy, r: 9.5 }));
  return svg("g", { class: "art-die", transform: `translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2}) scale(${size / 100})` },
    shaded("rect", { x: 2, y: 2, width: 96, height: 96, rx: 22 }, 6), pips);
}

function token(x, y, number) {
  const rim = svg("circle", { r: 25, class: "rim" });
  const words = svg("text", { y: 8, "text-anchor": "middle", "font-size": 23 }, number);
  return svg("g", { class: "art-token", transform: `translate(${x} ${y}) rotate(-8)` }, shaded("circle", { r: 30 }, 4), rim, words);
}

/** A shape above its shadow, which is two shapes with a soft edge. */
function shaded(shape, measures, below) {
  const shade = (down) => svg(shape, { ...measures, class: "art-shade", transform: `translate(0 ${down})` });
  return [shade(below / 2), shade(below), svg(shape, { ...measures, class: "face" })];
}

function flake() {
  const arms = [0, 60, 120].map((turn) => svg("path", { d: "M0-30V30M-8-25L0-17L8-25M-8 25L0 17L8 25", transform: `rotate(${turn})` }));
  return svg("g", { class: "figure", transform: "translate(48 69)" }, arms);
}

function rays() {
  const around = Array.from({ length: 8 }, (_, turn) => svg("path", { d: "M0-24V-33", transform: `rotate(${turn * 45})` }));
  return svg("g", { class: "figure", transform: "translate(48 69)" }, svg("circle", { r: 14 }), around);
}

function steps() {
  const bars = [14, 26, 38, 50].map((height, index) => svg("path", { d: `M${-24 + index * 16} 25v${-height}` }));
  return svg("g", { class: "figure wide", transform: "translate(48 69)" }, bars);
}
