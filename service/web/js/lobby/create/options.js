// A game's own options, as the catalogue lists them: one value of each, a number, or several values where the default is none at all
// (cards).

import { h } from "../../dom.js";
import { t } from "../../text.js";
import { choice } from "./choice.js";

const PICKS = 5; // of Dicy Cards, whose cards are chosen only with this mode
const OWN = "custom";

/** The fields for the options of a game: {element, value()}. */
export function optionFields({ options }) {
  const fields = Object.entries(options).map(([name, option]) => [name, fieldOf(option)]);
  const parts = Object.fromEntries(fields);
  const adapt = () => {
    if (parts.cards && parts.mode) parts.cards.element.hidden = parts.mode.value() !== OWN;
  };
  adapt();
  parts.mode?.element.addEventListener("change", adapt);
  const element = h("div", { class: "create-options" }, fields.map(([, field]) => field.element));
  const wanted = () => fields.filter(([, field]) => !field.element.hidden).map(([name, field]) => [name, field.value()]);
  return { element, value: () => Object.fromEntries(wanted().filter(([, value]) => value !== undefined)) };
}

function fieldOf(option) {
  if (option.numbers) return whole(option);
  return option.default === null ? picks(option) : single(option);
}

/** A text of the catalogue as the label of a field, and what else it says. */
function labelled(about) {
  const [label, ...rest] = about.split(/(?<=\.) /);
  return { label: label.replace(/\.$/, ""), more: rest.join(" ") };
}

/** One of several values; what the chosen one means stands below. */
function single({ about, default: chosen, values }) {
  const titled = ({ title, stand_in: standIn }) => (standIn ? `${title} (${t("create.stand-in")})` : title);
  const field = choice(labelled(about).label, Object.entries(values).map(([value, named]) => [value, titled(named)]), chosen);
  const meaning = h("p", { class: "soft small", "aria-live": "polite" }, values[chosen].about);
  field.select.addEventListener("change", () => (meaning.textContent = values[field.value()].about));
  return { element: h("div", { class: "create-part" }, field.element, meaning), value: field.value };
}

/** A whole number; left empty, it is what the game takes by itself. */
function whole({ about, default: usual, numbers: { minimum: min, maximum: max } }) {
  const { label, more } = labelled(about);
  const note = h("p", { class: "soft small", id: "number-note" }, more);
  const look = { type: "number", min, max, step: 1, inputmode: "numeric", value: usual, placeholder: t("create.by-itself") };
  const input = h("input", { ...look, "aria-describedby": "number-note" });
  const element = h("div", { class: "create-part" }, h("label", { class: "field" }, h("span", {}, label), input), note);
  const value = () => {
    if (input.validity.badInput) return input.value; // the service says what it would take
    return input.value === "" ? undefined : Number(input.value);
  };
  return { element, value };
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
  const legend = h("legend", {}, labelled(about).label);
  const element = h("fieldset", { class: "create-part", onchange: tell }, legend, all, count);
  tell();
  return { element, value: chosen };
}
