// Cards on which players write: a sheet with its marks. It follows the shared drawing code inside the function of the page.

const UNIT = 100; // lengths of a sheet are in hundredths of a cell
const EDGE = 0.18; // room around a sheet, in widths of a cell

// A card on which a player writes, with its points.
function sheetItem(code, [points, marks], past) {
  const [title, sheet] = [data.cards[code >> 1], data.sheets[code >> 1]];
  const changed = past && past[1].some((mark, at) => mark !== marks[at]);
  const head = h("span", { class: "title" }, title, h("b", {}, String(points)), h("span", { class: "aside" }, `: ${spokenMarks(sheet, marks)}`));
  const look = `card sheet${code % 2 === 1 ? "" : " complete"}${changed ? " changed" : ""}`;
  return h("li", { class: look, title: data.texts[code >> 1] || null }, head, sheetPicture(sheet, marks, past ? past[1] : null));
}

// What a card of `data.sheets` looks like with these marks. `before` are those that it had: new ones stand out.
function sheetPicture(sheet, marks, before) {
  const [[width, height]] = [sheet.size].map(inCells);
  const [cells, notes, shapes] = [sheet.cells, sheet.notes, sheet.shapes].map((parts) => parts.map(inCells));
  const groups = sheet.outlines.map((group) => group.map((cell) => cells[cell]));
  const parts = [groups.filter((group) => !fillsRectangle(group)).map(band), sheet.links.map(([one, other]) => link(cells[one], cells[other])),
    cells.map((cell, at) => sheetCell(cell, marks[at] || 0, before !== null && marks[at] !== before[at])), notes.map(([x, y, text]) => sheetText("sign", x, y, text)), shapes.map(shape),
    groups.filter(fillsRectangle).map(frame)];
  return svg("svg", { class: "drawn", viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`, "aria-hidden": "true" }, ...parts.flat(2));
}

const inCells = ([x, y, ...rest]) => [x / UNIT, y / UNIT, ...rest];

// Its frame has the colour of the die that it takes; one that takes both is divided, and has a number of each.
function sheetCell([x, y, label, dice], mark, isNew) {
  const look = `cell${dice.length === 1 ? ` of-${dice[0]}` : ""}${mark ? " full" : ""}${isNew ? " new" : ""}`;
  const body = svg("rect", { class: look, x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.16 });
  if (!mark) return label ? [body, sheetText("label", x + 0.5, y + 0.5, label)] : [body];
  return [body, sheetText("mark", x + 0.5, y + 0.5, dice.length === 2 ? `${Math.floor(mark / 10)} ${mark % 10}` : mark)];
}

function sheetText(look, x, y, text) {
  const size = look === "mark" ? 0.56 : Math.min(0.42, 1.35 / String(text).length);
  return svg("text", { class: look, x, y: y + size * 0.36, "font-size": size }, String(text));
}

const link = (one, other) => svg("line", { class: "link", x1: one[0] + 0.5, y1: one[1] + 0.5, x2: other[0] + 0.5, y2: other[1] + 0.5 });

// Whether cells lie in one row or column, or fill several: these have a frame, any others lie on a band.
const fillsRectangle = (cells) => new Set(cells.map(([x]) => x)).size * new Set(cells.map(([, y]) => y)).size === cells.length;

const band = (cells) => svg("polyline", { class: "band", points: cells.map(([x, y]) => `${x + 0.5},${y + 0.5}`).join(" ") });

function frame(cells) {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return svg("rect", { class: "outline", x: left - 0.03, y: top - 0.03, width: Math.max(...xs) + 1.06 - left, height: Math.max(...ys) + 1.06 - top, rx: 0.2 });
}

// A piece, in squares of a quarter of a cell, with the number that stands for it.
function shape([x, y, text, squares]) {
  const parts = squares.map(([right, down]) => svg("rect", { class: "piece", x: x + 0.35 + right * 0.25, y: y + down * 0.25, width: 0.22, height: 0.22 }));
  return [sheetText("sign", x + 0.05, y + 0.3, text), ...parts];
}

// The marks in words, for those who do not see the picture.
const spokenMarks = (sheet, marks) => sheet.cells.map((_, at) => marks[at]).filter((mark) => mark).join(" ");
