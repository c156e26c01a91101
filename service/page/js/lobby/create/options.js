// A game's own options, as the catalogue lists them: one value of each, or several where the default is none at all (cards).

import { h } from "../../dom.js";
import { t } from "../../text.js";
import { choice } from "./choice.js";

const PICKS = 5; // of Dicy Cards, whose cards are chosen only with this mode
const OWN = "custom";

/** The fields for the options of a game: {element, value()}. */
export function optionFields({ options }) {
  const fields = Object.entries(options).map(([name, option]) => [name, option.default === null ? picks(option) : single(option)]);
  const parts = Object.fromEntries(fields);
  const adapt = () => {
    if (parts.cards && parts.mode) parts.cards.element.hidden = parts.mode.value() !== OWN;
  };
  adapt();
  parts.mode?.element.addEventListener("change", adapt);
  const element = h("div", { class: "create-options" }, fields.map(([, field]) => field.element));
  return { element, value: () => Object.fromEntries(fields.filter(([, field]) => !field.element.hidden).map(([name, field]) => [name, field.value()])) };
}

/** A sentence of the catalogue as the label of a field. */
const label = (about) => about.replace(/\.$/, "");

/** One of several values; what the chosen one means stands below. */
function single({ about, default: chosen, values }) {
  const entries = Object.entries(values).map(([value, { title, stand_in: standIn }]) => [value, standIn ? `${title} (${t("create.stand-in")})` : title]);
  const field = choice(label(about), entries, chosen);
  const meaning = h("p", { class: "soft small", "aria-live": "polite" }, values[chosen].about);
  field.select.addEventListener("change", () => (meaning.textContent = values[field.value()].about));
  return { element: h("div", { class: "create-part" }, field.element, meaning), value: field.value };
}

/** Several values, each with its text. */
function picks({ about, values }) {
  const count = h("p", { class: "soft small", role: "status" });
  const boxes = Object.entries(values).map(([value, { title, about: text }]) => {
    const box = h("input", { type: "checkbox", value });
    return { box, label: h("label", { class: "pick" }, box, h("span", {}, h("b", {}, title), h("small", {}, text))) };
  });
  const chosen = () => boxes.map(({ box }) => box).filter((box) => box.checked).map((box) => box.value);
  const tell = () => (count.textContent = t("create.pick", { n: chosen().length, most: PICKS }));
  const all = h("div", { class: "picks" }, boxes.map((one) => one.label));
  const element = h("fieldset", { class: "create-part", onchange: tell }, h("legend", {}, label(about)), all, count);
  tell();
  return { element, value: chosen };
}
