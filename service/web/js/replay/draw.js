// One draw of the dice secret, as a line of the check: its result, and how it is computed.

import { aside, h, svg } from "../dom.js";
import { faceMarks } from "../drawing/faces.js";
import { t } from "../text.js";

/**
 * A line: `report` is a draw as `verify` reports it, `recomputed` Web Crypto's result (null without one), `words` of the event;
 * `onPick(version)` is called to show the event.
 */
export function drawLine(report, recomputed, words, onPick) {
  const { version, draw } = report;
  const number = h("span", { class: "nth" }, t("replay.draw-number", { n: draw.n }));
  const tick = svg("svg", { viewBox: "0 0 24 24", class: "tick", "aria-hidden": "true" }, svg("path", { d: "M5 13l4.5 4.5L19 7" }));
  const summary = h("summary", {}, number, faces(draw), h("span", { class: "what" }, words), tick, aside(t("replay.draw-right")));
  const details = h("details", { "data-draw": draw.n, "data-recomputed": verdictOf(recomputed) }, summary);
  details.addEventListener("toggle", () => details.append(working(report, recomputed, onPick, version)), { once: true });
  return h("li", {}, details);
}

const verdictOf = (recomputed) => ({ true: "same", false: "differs", null: "none" })[recomputed === null ? null : recomputed.same];

/** Dice as small pictures, anything else as numbers. */
function faces({ kind, of, values }) {
  const label = t("replay.draw-faces", { values: values.join(", ") });
  const numbers = h("span", { "aria-hidden": "true" }, values.join(" · "));
  if (kind !== "dice" || of !== 6) return h("span", { class: "faces numbers" }, aside(label), numbers);
  return h("span", { class: "faces", role: "img", "aria-label": label }, values.map(face));
}

function face(value) {
  const pips = svg("g", { transform: "scale(.24)" }, faceMarks(value));
  const body = svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 });
  return svg("svg", { viewBox: "0 0 24 24", class: "face", "aria-hidden": "true" }, body, pips);
}

function working({ message, draw }, recomputed, onPick, version) {
  const go = h("button", { type: "button", class: "link", onclick: () => onPick(version) }, t("replay.draw-event", { version }));
  const rows = [h("dt", {}, t("replay.draw-message")), h("dd", {}, h("code", {}, message))];
  if (recomputed !== null) {
    const hex = Array.from(recomputed.digest, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    rows.push(h("dt", {}, t("replay.draw-digest")), h("dd", {}, h("code", {}, hex)));
    const lines = recomputed.steps.map((step) => stepLine(step, draw.kind === "dice"));
    rows.push(h("dt", {}, t("replay.draw-steps")), h("dd", {}, h("ul", { class: "sums" }, lines)));
  }
  return h("dl", { class: "working" }, rows, h("dd", {}, go));
}

function stepLine({ byte, bound, number }, isDice) {
  if (number === null) return h("li", { class: "rejected" }, h("code", {}, byte), " ", t("replay.draw-rejected"));
  const result = isDice ? number + 1 : number;
  return h("li", {}, h("code", {}, `${byte} mod ${bound}${isDice ? " + 1" : ""} = `), h("b", {}, result));
}
