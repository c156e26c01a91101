// The picture behind the cells of a sheet, which are elements of their own. The marks are in sheet_card.js.

import { svg } from "../../dom.js";
import { printOf } from "../../drawing/sheets.js";

const LOOK = { edge: 0.22, gap: 0.12, radius: 0.26, sign: (x, y, text) => svg("text", { class: "sign", x, y: y + 0.16 }, text), number: [0, 0.26] };

/** {picture, size(element), place(element, at)} of a sheet: the picture of what is printed, what gives a card its shape, and each cell its place. */
export function printed(sheet) {
  const { width, height, viewBox, cells, frames, bands, links, signs } = printOf(sheet, LOOK);
  const picture = svg("svg", { viewBox, "aria-hidden": "true" }, frames, bands, links, signs);
  const percent = (part, whole) => `${(100 * part) / whole}%`;
  const size = (element) => styled(element, { "--ratio": width / height, "--across": width });
  const place = (element, at) => {
    const [left, top] = [percent(cells[at].x + LOOK.edge, width), percent(cells[at].y + LOOK.edge, height)];
    return styled(element, { left, top, width: percent(1, width), height: percent(1, height) });
  };
  return { picture, size, place };
}

function styled(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
  return element;
}
