// The cards' pictures: small winter landscapes with dice in them. The style sheet sets the colours by class, so that they change for frost
// and for the dark theme.

import { svg } from "../../dom.js";
import { pips } from "../../drawing/faces.js";

const part = (name) => (d, more) => svg("path", { class: name, d, ...more });
const [far, near, snow, line] = ["far", "near", "snow", "line"].map(part);
const disc = (cx, cy, r, name = "glow") => svg("circle", { class: name, cx, cy, r });
const words = (x, y, size, text) => svg("text", { class: "sign", x, y, "font-size": size, "text-anchor": "middle" }, text);

/** A die centred at x, y. */
function die(x, y, size, face, turn = 0) {
  const half = size / 2;
  const body = svg("rect", { class: "cube", x: -half, y: -half, width: size, height: size, rx: size * 0.24 });
  const eyes = pips(face).map(([px, py]) => svg("circle", { class: "eye", cx: px * size * 0.27, cy: py * size * 0.27, r: size * 0.105 }));
  return svg("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, body, ...eyes);
}

const SCENES = {
  "any-two": () => [
    far("M-2 62 24 22 42 48 62 16 98 60V74H-2z"),
    snow("M24 22 15 36l6-3 4 4 4-5 6 3zM62 16 51 34l7-3 4 4 5-5 8 3z"),
    near("M-2 58q26-10 50-3t50-2v22H-2z"),
    die(35, 50, 24, 4, -9),
    die(62, 49, 24, 5, 8),
  ],
  straight: () => [
    disc(18, 20, 8),
    far("M-2 66h22V54h20V42h20V30h20V18h18v56H-2z"),
    snow("M-2 66h22v3H-2zM20 54h20v3H20zM40 42h20v3H40zM60 30h20v3H60zM80 18h18v3H80z"),
    die(30, 45.5, 17, 2),
    die(50, 33.5, 17, 3),
    die(70, 21.5, 17, 4),
    die(11, 57.5, 17, 1),
  ],
  "two-pairs": () => [
    far("M-2 40q18-22 36 0t34-6 32 8v34H-2z"),
    near("M-2 60q24-12 48-2 26-10 52 2v14H-2z"),
    die(19, 46, 20, 3, -5),
    die(38, 47, 20, 3, 4),
    die(61, 47, 20, 6, -4),
    die(80, 46, 20, 6, 6),
  ],
  odds: () => [
    disc(74, 20, 13),
    disc(80, 16, 12, "sky"),
    snow("m18 14 1.6 4.4 4.4 1.6-4.4 1.6L18 26l-1.6-4.4-4.4-1.6 4.4-1.6zM49 8l1.2 3.3 3.3 1.2-3.3 1.2L49 17l-1.2-3.3-3.3-1.2 3.3-1.2z"),
    near("M-2 62q30-14 54-5t46-3v20H-2z"),
    die(28, 46, 21, 1, -8),
    die(51, 38, 21, 3, 3),
    die(73, 49, 21, 5, 10),
  ],
  "all-under-six": () => [
    disc(78, 23, 7),
    far("M-2 44 14 30l10 9 16-15 14 16 12-7 32 15v12H-2z"),
    near("M-2 46q8-4 16 0t16 0 16 0 16 0 16 0 20 0v28H-2z"),
    snow("M6 45 20 36l56-1 16 10-14 6H20z"),
    die(25, 34, 15, 2, -5),
    die(42, 32, 15, 5, 4),
    die(59, 33, 15, 3, -3),
    die(75, 35, 15, 1, 6),
    svg("g", { class: "sunk" }, die(50, 62, 17, 6, 14)),
  ],
  sixes: () => [
    line("M48 3v9M48 57v12M13 36H4M92 36h-9M23 11l6 6M73 11l-6 6M23 61l6-6M73 61l-6-6"),
    disc(48, 36, 29),
    die(48, 36, 34, 6, 6),
  ],
  "pair-doubled": () => [
    far("M-2 40 20 18l14 14 14-10 18 14 10-8 22 14v2H-2z"),
    near("M-2 44h100v30H-2z"),
    svg("g", { class: "sunk", transform: "translate(0 88) scale(1 -1)" }, die(28, 32, 22, 5, -4), die(52, 32, 22, 5, 4)),
    line("M8 44h80"),
    die(28, 32, 22, 5, -4),
    die(52, 32, 22, 5, 4),
    words(80, 37, 19, "×2"),
  ],
  "three-lowest": () => [
    far("M-2 14Q22 18 30 44q18 20 36 0 8-26 32-30v60H-2z"),
    snow("M-2 14q14 2 22 13l-6-1-4 4-12-5zM98 14q-14 2-22 13l6-1 4 4 12-5z"),
    near("M20 62q28 14 56 0l22 4v8H-2v-8z"),
    die(31, 50, 19, 1, -12),
    die(50, 54, 19, 2, 0),
    die(69, 50, 19, 2, 12),
    line("M50 12v20m-7-7 7 7 7-7"),
  ],
  "different-x4": () => [
    far("M-2 26Q20 4 44 20T98 8v18Q70 20 48 34T-2 42z"),
    near("M-2 62q34-12 60-4t40-4v20H-2z"),
    die(18, 49, 19, 2, -16),
    die(38, 43, 19, 5, -5),
    die(58, 43, 19, 3, 6),
    die(77, 50, 19, 6, 16),
    words(78, 31, 18, "×4"),
  ],
  "different-sum": () => [
    far("M-2 50 18 28l12 10 20-22 18 22 12-8 20 20v24H-2z"),
    snow("M50 16 40 27l6-1 4 4 4-5 6 2z"),
    near("M-2 60q28-10 50-3t50-1v18H-2z"),
    die(20, 48, 20, 1, -6),
    die(49, 46, 20, 3, 2),
    die(78, 48, 20, 6, 7),
    words(34.5, 52, 15, "+"),
    words(63.5, 52, 15, "+"),
  ],
  "forty-minus": () => [
    far("M-2 40h100v34H-2z"),
    snow("M22 40 30 17l14-7 9 8 12-2 11 24z"),
    near("M14 40h68l-8 18-14 14H36L22 58z"),
    words(49, 36, 20, "40"),
    line("M12 40h74"),
    die(33, 53, 15, 1, -6),
    die(50, 55, 15, 2, 3),
    die(66, 52, 15, 1, 8),
    line("M45 44.5h9"),
  ],
  "alike-x5": () => [
    far("M-2 58 22 34l18 16 26-30 32 34v20H-2z"),
    near("M-2 64q30-8 52-3t48-2v15H-2z"),
    die(42, 60, 16.5, 4, -2),
    die(43, 43.5, 16.5, 4, 3),
    die(41, 27, 16.5, 4, -5),
    words(74, 46, 19, "×5"),
  ],
};

/** The picture of a card, hidden from screen readers: the card has its name in words. */
export function art(card) {
  const sky = svg("rect", { class: "sky", width: 96, height: 72 });
  const look = { class: "vignette", viewBox: "0 0 96 72", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" };
  return svg("svg", look, sky, ...(SCENES[card]?.() ?? []));
}
