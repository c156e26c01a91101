// Cards on which players write: a sheet with its marks. It follows the shared drawing code inside the function of the page.

const SHEET_LOOK = { edge: 0.18, gap: 0.03, radius: 0.2, sign: (...where) => sheetText("sign", ...where), number: [0.05, 0.3] };

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
  const { viewBox, cells, bands, links, signs, frames } = printOf(sheet, SHEET_LOOK);
  const drawn = cells.map((cell, at) => sheetCell(cell, marks[at] || 0, before !== null && marks[at] !== before[at]));
  return svg("svg", { class: "drawn", viewBox, "aria-hidden": "true" }, bands, links, drawn, signs, frames);
}

// Its frame has the colour of the die that it takes; one that takes both is divided, and has a number of each.
function sheetCell({ x, y, label, dice }, mark, isNew) {
  const look = `cell${dice.length === 1 ? ` of-${dice[0]}` : ""}${mark ? " full" : ""}${isNew ? " new" : ""}`;
  const body = svg("rect", { class: look, x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.16 });
  if (!mark) return label ? [body, sheetText("label", x + 0.5, y + 0.5, label)] : [body];
  return [body, sheetText("mark", x + 0.5, y + 0.5, written(mark, dice))];
}

function sheetText(look, x, y, text) {
  const size = look === "mark" ? 0.56 : Math.min(0.42, 1.35 / text.length);
  return svg("text", { class: look, x, y: y + size * 0.36, "font-size": size }, text);
}

// The marks in words, for those who do not see the picture.
const spokenMarks = (sheet, marks) => sheet.cells.map((_, at) => marks[at]).filter((mark) => mark).join(" ");
