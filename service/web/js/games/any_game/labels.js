// A move, or the value of one of its fields, to read: names of cards, faces of dice, calculations.

import { h, svg } from "../../dom.js";
import { faceMarks } from "../../drawing/faces.js";
import { tintMark } from "../../drawing/tints.js";
import { t } from "../../text.js";

/** A whole move: {parts: elements and texts, words: the same for screen readers}. */
export function moveLabel({ decision: _, type, ...fields }, picture, words) {
  const values = Object.entries(fields).map(([field, value]) => fieldLabel(type, field, value, picture, words));
  return joined([title(words.move(type)), ...values], ": ");
}

/** The value of a field of moves of a type, in the same form. */
export function fieldLabel(type, field, value, picture, words) {
  if (field === "type") return title(words.move(value));
  return valueLabel(value, words.moves[type]?.properties?.[field] ?? {}, { picture, words });
}

const title = (text) => ({ parts: [h("b", {}, text)], words: text });

function valueLabel(value, schema, now) {
  if (Array.isArray(value)) return value.length ? joined(value.map((item) => valueLabel(item, schema.items ?? {}, now)), " ") : plain(t("any.none"));
  if (value !== null && typeof value === "object") return objectLabel(value, schema, now);
  const names = namedBy(schema);
  if (names === "die") return dieLabel(value, now.picture.dice[value] ?? null);
  if (names === "card" || now.words.isCard(value)) return cardLabel(String(value), now);
  return plain(now.words.sign(String(value)));
}

/** What a number names; where a number or an object fits, what the number does. */
const namedBy = (schema) => schema["x-names"] ?? schema.oneOf?.find((one) => one["x-names"])?.["x-names"];

/** A calculation is written with its sign between its sides, and with brackets inside another. */
function objectLabel(value, schema, now, inside = false) {
  const properties = (schema.oneOf?.find((one) => one.properties) ?? schema).properties ?? {};
  const side = (name) => {
    const isObject = value[name] !== null && typeof value[name] === "object";
    return isObject ? objectLabel(value[name], properties[name] ?? {}, now, true) : valueLabel(value[name], properties[name] ?? {}, now);
  };
  if (!("op" in value && "left" in value && "right" in value)) return joined(Object.keys(value).map(side), " ");
  const written = joined([side("left"), plain(now.words.sign(value.op)), side("right")], " ");
  return inside ? joined([plain("("), written, plain(")")], "") : written;
}

const plain = (text) => ({ parts: [text], words: text });

function dieLabel(position, face) {
  const body = svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 22 });
  const picture = svg("svg", { viewBox: "0 0 100 100", class: "small-die", "aria-hidden": "true" }, body, faceMarks(face));
  return { parts: [picture], words: face === null ? t("table.die-none", { n: position + 1 }) : String(face) };
}

function cardLabel(id, { picture, words }) {
  const all = [...picture.shared, ...picture.seats].flatMap(({ cards }) => cards);
  const card = all.find((one) => one?.id === id);
  if (!card) return plain(words.titleOf(id));
  const text = words.title(card);
  if (card.tint === null) return plain(text);
  const mark = h("span", { class: `tinted tint-${card.tint}` }, tintMark(card.tint), text);
  return { parts: [mark], words: `${text} ${words.tints[card.tint]}` };
}

function joined(labels, between) {
  return { parts: labels.flatMap(({ parts }, index) => (index ? [" ", ...parts] : parts)), words: labels.map((label) => label.words).join(between) };
}
