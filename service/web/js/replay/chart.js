// The score chart: a line for each seat over the turns, and the same figures as a table, for screen readers and all other visitors.

import { h, svg } from "../dom.js";
import { seatClass, seatDash, seatShape } from "../marks.js";
import { number, t } from "../text.js";
import { plotOf, turnTicks } from "./plot.js";

const SIZE = { width: 360, height: 220 };
const MARKER_EVERY = 20;

/**
 * `scores`: after each turn (first: before any) `{version, points: [by seat]}`; `names` by seat. `onPick(version)` is called to show the
 * table after that turn. Returns `{element, at(version)}`, which moves the cursor.
 */
export function chart(scores, names, onPick) {
  const lines = names.map((_, seat) => scores.map(({ points }) => points[seat]));
  const plot = plotOf(lines, SIZE);
  const cursor = svg("path", { class: "cursor" });
  const dots = names.map((_, seat) => svg("circle", { r: 4.5, class: `dot ${seatClass(seat)}` }));
  const parts = [...scales(plot), ...lines.map((line, seat) => lineOf(plot, line, seat)), cursor, ...dots];
  const label = t("replay.chart-about", { ends: names.map((name, seat) => `${name} ${number(lines[seat].at(-1))}`).join(", ") });
  const picture = svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": label, class: "chart" }, parts);
  picture.addEventListener("click", (event) => onPick(scores[plot.turnAt(paperX(picture, event))].version));
  const legend = names.map((name, seat) => legendOf(name, seat));
  const legends = h("ul", { class: "legend" }, legend.map(({ item }) => item));
  const element = h("div", { class: "charted" }, picture, legends, figures(scores, names));
  return { element, at };

  function at(version) {
    const turn = Math.max(0, scores.findLastIndex((score) => score.version <= version));
    cursor.setAttribute("d", `M${plot.x(turn)},${plot.top}V${plot.bottom}`);
    dots.forEach((dot, seat) => {
      dot.setAttribute("cx", plot.x(turn));
      dot.setAttribute("cy", plot.y(lines[seat][turn]));
      legend[seat].points.textContent = number(lines[seat][turn]);
    });
  }
}

function* scales(plot) {
  for (let points = plot.least; points <= plot.most; points += plot.unit) {
    yield svg("path", { class: points ? "grid" : "grid axis", d: `M${plot.left},${plot.y(points)}H${plot.right}` });
    yield svg("text", { x: plot.left - 6, y: plot.y(points), dy: ".35em", "text-anchor": "end" }, number(points));
  }
  for (const turn of turnTicks(plot)) {
    yield svg("path", { class: "grid axis", d: `M${plot.x(turn)},${plot.bottom}v4` });
    yield svg("text", { x: plot.x(turn), y: plot.bottom + 15, "text-anchor": "middle" }, number(turn));
  }
}

function lineOf(plot, line, seat) {
  const path = line.map((points, turn) => `${plot.x(turn).toFixed(1)},${plot.y(points).toFixed(1)}`).join("L");
  const marks = [];
  let before = -Infinity;
  line.forEach((points, turn) => {
    if (turn === 0 || points === line[turn - 1] || plot.x(turn) - before < MARKER_EVERY) return;
    before = plot.x(turn);
    marks.push(`M${before.toFixed(1)},${plot.y(points).toFixed(1)}${seatShape(seat)}`);
  });
  const drawn = svg("path", { class: "line", d: `M${path}`, "stroke-dasharray": seatDash(seat) });
  return svg("g", { class: seatClass(seat) }, drawn, svg("path", { class: "marks", d: marks.join("") || null }));
}

function legendOf(name, seat) {
  const points = h("b", {});
  const swatch = svg(
    "svg",
    { viewBox: "0 0 28 12", "aria-hidden": "true" },
    svg("path", { class: "line", d: "M0,6h28", "stroke-dasharray": seatDash(seat) }),
    svg("path", { class: "marks", d: `M14,6${seatShape(seat)}` }),
  );
  return { points, item: h("li", { class: seatClass(seat) }, swatch, h("bdi", {}, name), points) };
}

function figures(scores, names) {
  const heads = names.map((name) => h("th", { scope: "col" }, h("bdi", {}, name)));
  const head = h("tr", {}, h("th", { scope: "col" }, t("replay.turn")), heads);
  const cells = (points) => points.map((value) => h("td", {}, number(value)));
  const rows = scores.map(({ points }, turn) => h("tr", {}, h("th", { scope: "row" }, number(turn)), cells(points)));
  const table = h("table", {}, h("caption", { class: "aside" }, t("replay.chart")), h("thead", {}, head), h("tbody", {}, rows));
  const scrolled = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("replay.chart-table") }, table);
  return h("details", { class: "figures" }, h("summary", {}, t("replay.chart-table")), scrolled);
}

function paperX(picture, event) {
  const box = picture.getBoundingClientRect();
  return ((event.clientX - box.left) / box.width) * SIZE.width;
}
