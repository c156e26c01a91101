// The clock of a turn as a sand timer: the sand above is the time left.

import { serverNow } from "../../clock.js";
import { h, svg } from "../../dom.js";
import { mayMove } from "../../pace.js";

const EVERY_MS = 200;
const STILL_STEPS = 12; // with reduced motion, the sand falls in this many steps per turn
const SOON_MS = 10_000;
const [TOP, NECK, BOTTOM] = [7, 32, 57]; // of the two bulbs
const WIDTH = 17; // of half a bulb, where it is widest

/** {element, update(view)}; it runs while it is part of the page. The clock in words is in the head of the table. */
export function glass() {
  const [upper, lower] = [svg("path", { class: "sand" }), svg("path", { class: "sand" })];
  const stream = svg("path", { class: "stream", d: `M24 ${NECK - 1}V${BOTTOM}` });
  const frame = svg("path", { class: "frame", d: "M5 4h38M5 60h38" });
  const bulbs = svg("path", { class: "bulbs", d: `M7 4V10Q7 24 22 ${NECK}Q7 40 7 54V60H41V54Q41 40 26 ${NECK}Q41 24 41 10V4Z` });
  const picture = svg("svg", { viewBox: "0 0 48 64", "aria-hidden": "true" }, bulbs, upper, lower, stream, frame);
  const element = h("span", { class: "glass", hidden: true }, picture);
  let [deadline, length, ticking] = [null, 0, null];

  const show = () => {
    if (ticking !== null && !element.isConnected) return stop();
    const left = deadline === null ? length : Math.max(0, Date.parse(deadline) - serverNow());
    const part = stepped(Math.min(1, left / length));
    fill(upper, above(part));
    fill(lower, below(1 - part));
    element.classList.toggle("runs", deadline !== null && left > 0);
    element.classList.toggle("soon", deadline !== null && left <= SOON_MS);
    if (element.dataset.left !== part.toFixed(2)) element.dataset.left = part.toFixed(2);
  };
  const stop = () => {
    clearInterval(ticking);
    ticking = null;
  };
  const update = ({ owed, turn_seconds: seconds, status }) => {
    deadline = owed[0]?.deadline ?? null;
    length = (seconds ?? 0) * 1000;
    element.hidden = !length || status !== "playing";
    if (!element.hidden) show();
    if (deadline === null) stop();
    else ticking ??= setInterval(show, EVERY_MS);
  };
  return { element, update };
}

const rounded = (length) => length.toFixed(1);

const stepped = (part) => (mayMove() ? part : Math.ceil(part * STILL_STEPS) / STILL_STEPS);

/** Gives a path its shape, unless it has it: the page would be laid out again. */
function fill(path, shape) {
  if (path.getAttribute("d") !== shape) path.setAttribute("d", shape);
}

/** The sand above: a sinking cone, as wide as the glass at its height. */
function above(part) {
  if (part <= 0) return "";
  const height = (NECK - TOP) * Math.sqrt(part);
  const half = WIDTH * Math.sqrt(part) * 0.92;
  const [left, right, top] = [24 - half, 24 + half, NECK - height].map(rounded);
  return `M24 ${NECK}L${left} ${top}Q24 ${rounded(NECK - height + 3)} ${right} ${top}Z`;
}

/** The sand below: a growing heap. */
function below(part) {
  if (part <= 0) return "";
  const height = (BOTTOM - NECK - 5) * Math.sqrt(part);
  const half = Math.min(WIDTH - 1, 5 + WIDTH * part);
  const [left, right, peak] = [24 - half, 24 + half, BOTTOM + 2 - 2 * height].map(rounded);
  return `M${left} ${BOTTOM + 2}Q24 ${peak} ${right} ${BOTTOM + 2}Z`;
}
