// The cards that a seat chooses from, each with its empty sheet and its rule.

import { h, replace } from "../../dom.js";
import { t } from "../../text.js";
import { pressed } from "../parts/press.js";
import { printed } from "./sheet_drawing.js";

/** {element, update(cards)}; a card is {card, chosen, kept, able}. `onPick(card)` is called when one is pressed that is able, chosen or kept. */
export function choice(words, onPick) {
  const list = h("ul", { class: "choice-cards" });
  const element = h("section", { class: "choice", "aria-label": t("dc.choice"), hidden: true }, list);
  let [shown, dealt] = [new Map(), ""];
  const update = (cards) => {
    const now = cards.map(({ card }) => card).join();
    if (now !== dealt) {
      shown = new Map(cards.map(({ card }) => [card, pick(words.card(card), () => onPick(card))]));
      replace(list, [...shown.values()].map((one) => one.element));
    }
    dealt = now;
    element.hidden = !cards.length;
    for (const one of cards) shown.get(one.card).update(one);
  };
  return { element, update };
}

function pick({ id, title, text, sheet }, onPick) {
  const { picture, size, place } = printed(sheet);
  const cells = sheet.cells.map((cell, at) => place(h("span", { class: `cell takes-${cell.dice.join("") || "any"}` }, h("span", { class: "print" }, cell.label)), at));
  const area = h("span", { class: "sheet-area", "aria-hidden": "true" }, picture, cells);
  const state = h("span", { class: "state" }, t("dc.kept"));
  const button = size(h("button", { type: "button", class: "sheet-card", "data-card": id, ...pressed(onPick) },
    h("b", { class: "card-name" }, title), state, area, h("span", { class: "rule" }, text)));
  const update = ({ chosen, kept, able }) => {
    button.setAttribute("aria-pressed", String(chosen));
    button.classList.toggle("kept", kept);
    button.toggleAttribute("disabled", !able && !chosen);
    if (kept) button.setAttribute("aria-disabled", "true"); // not `disabled`: it keeps the focus while the others are kept
    state.hidden = !kept;
  };
  return { element: h("li", {}, button), update };
}
