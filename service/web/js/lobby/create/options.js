// A game's own options, as the catalogue lists them: one value, a number, or several values (`picks`). An option
// may be used only with a certain value of another (`with`).

import { h } from "../../dom.js";
import { t } from "../../text.js";
import { choice } from "./choice.js";

/** The fields for the options of a game: {element, value()}. */
export function optionFields({ options }) {
  const fields = Object.entries(options).map(([name, option]) => [name, fieldOf(option)]);
  const parts = Object.fromEntries(fields);
  const adapt = () => {
    for (const [name, field] of fields) field.element.hidden = !isUsed(options[name].with, parts);
  };
  adapt();
  for (const [, field] of fields) field.element.addEventListener("change", adapt);
  const element = h("div", { class: "create-options" }, fields.map(([, field]) => field.element));
  const wanted = () => fields.filter(([, field]) => !field.element.hidden).map(([name, field]) => [name, field.value()]);
  return { element, value: () => Object.fromEntries(wanted().filter(([, value]) => value !== undefined)) };
}

/** Whether an option is used with the chosen values of others. */
const isUsed = (wanted, parts) => Object.entries(wanted ?? {}).every(([name, value]) => parts[name].value() === value);

function fieldOf(option) {
  if (option.numbers) return whole(option);
  return option.picks === null ? single(option) : picks(option);
}

/** Splits a text of the catalogue into the label of a field and the rest. */
function labelled(about) {
  const [label, ...rest] = about.split(/(?<=\.) /);
  return { label: label.replace(/\.$/, ""), more: rest.join(" ") };
}

/** One of several values; the description of the chosen one is below. */
function single({ about, default: chosen, values }) {
  const titled = ({ title, stand_in: standIn }) => (standIn ? `${title} (${t("create.stand-in")})` : title);
  const field = choice(labelled(about).label, Object.entries(values).map(([value, named]) => [value, titled(named)]), chosen);
  const meaning = h("p", { class: "soft small", "aria-live": "polite" }, values[chosen].about);
  field.select.addEventListener("change", () => (meaning.textContent = values[field.value()].about));
  return { element: h("div", { class: "create-part" }, field.element, meaning), value: field.value };
}

/** A whole number; an empty field means the game's default. */
function whole({ about, default: usual, numbers: { minimum: min, maximum: max } }) {
  const { label, more } = labelled(about);
  const note = h("p", { class: "soft small", id: "number-note" }, more);
  const look = { type: "number", min, max, step: 1, inputmode: "numeric", value: usual, placeholder: t("create.default") };
  const input = h("input", { ...look, "aria-describedby": "number-note" });
  const element = h("div", { class: "create-part" }, h("label", { class: "field" }, h("span", {}, label), input), note);
  const value = () => {
    if (input.validity.badInput) return input.value; // the service refuses it and says what it accepts
    return input.value === "" ? undefined : Number(input.value);
  };
  return { element, value };
}

/** Several values, each with its description. */
function picks({ about, values, picks: most }) {
  const count = h("p", { class: "soft small", role: "status" });
  const boxes = Object.entries(values).map(([value, { title, about: text }]) => {
    const box = h("input", { type: "checkbox", value });
    return { box, label: h("label", { class: "pick" }, box, h("span", {}, h("b", {}, title), h("small", {}, text))) };
  });
  const chosen = () => boxes.map(({ box }) => box).filter((box) => box.checked).map((box) => box.value);
  const showCount = () => (count.textContent = t("create.pick", { n: chosen().length, most }));
  const all = h("div", { class: "picks" }, boxes.map((one) => one.label));
  const legend = h("legend", {}, labelled(about).label);
  const element = h("fieldset", { class: "create-part", onchange: showCount }, legend, all, count);
  showCount();
  return { element, value: chosen };
}
