// The texts of games, from the same files as those of the service (docs/texts.md): sentences about events, and all else that is said about
// a game. Loaded with a game.

import { language, listed } from "../text.js";
import { FluentBundle, FluentNumber, FluentResource, FluentType } from "../../vendor/fluent.js";

const TEXTS = new URL("../../texts/", import.meta.url);
const OF_EVENTS = /^(?:event|table)-/;
const REFUSAL = /^refusal-/;

const loaded = new Map();
let names = [];

/** Several values of an event. In a text they are separated by spaces, as dice are. */
class Items extends FluentType {
  toString() {
    return this.value.join(" ");
  }
}

/**
 * Loads the texts of a game in a language. Returns those without arguments: {message: text, "message.attribute": text}. Refusals have the
 * page's own names for them, `problem.CODE`.
 */
export async function loadMessages(game, tag) {
  const resources = await Promise.all([`${tag}.ftl`, `${game}/${tag}.ftl`].map(resourceAt));
  const bundle = new FluentBundle(tag, { functions: functionsOf(() => bundle), useIsolating: false });
  resources.forEach((resource) => bundle.addResource(resource));
  const texts = plainTexts(bundle, resources.flatMap(({ body }) => body));
  loaded.set(`${game} ${tag}`, { bundle, texts });
  return texts;
}

async function resourceAt(path) {
  const answer = await fetch(new URL(path, TEXTS));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new FluentResource(await answer.text());
}

function plainTexts(bundle, entries) {
  const texts = {};
  for (const { id, value, attributes } of entries.filter((entry) => !OF_EVENTS.test(entry.id))) {
    for (const [name, pattern] of [[id, value], ...Object.entries(attributes).map(([key, text]) => [`${id}.${key}`, text])]) {
      const errors = [];
      const text = bundle.formatPattern(pattern, {}, errors);
      if (!errors.length) texts[name.replace(REFUSAL, "problem.")] = text;
    }
  }
  return texts;
}

/** The functions of texts. */
function functionsOf(bundle) {
  const all = (values) => (values instanceof Items ? values.value : [values.valueOf()]);
  const each = (message, value, position) => bundle().formatPattern(bundle().getMessage(message).value, valuesOf({ ...partsOf(value), position }));
  const textOf = (id) => (bundle().hasMessage(id) ? bundle().formatPattern(bundle().getMessage(id).value) : null);
  return {
    NAME: ([seats]) => listed(all(seats).map((seat) => names[seat])),
    TEXT: ([kind, ids]) => listed(all(ids).map((id) => textOf(`${kind}-${id}`) ?? String(id))),
    EACH: ([message, items], { between }) => {
      const told = items.value.flatMap((value, position) => (value === null ? [] : [each(message, value, position)]));
      return between ? told.join(between) : listed(told);
    },
    COUNT: ([items]) => new FluentNumber(items.value.length),
    SORT: ([items]) => new Items([...items.value].sort((a, b) => a - b)),
  };
}

/** The fields of an object, which a message has as arguments; any other value is `value`. */
const partsOf = (value) => (typeof value === "object" && !Array.isArray(value) ? value : { value });

const valuesOf = (given) => Object.fromEntries(Object.entries(given).map(([key, value]) => [key, valueOf(value)]));

/** A value as texts read it. */
function valueOf(given) {
  if (given === null || given === undefined) return "none";
  if (typeof given === "boolean") return given ? "yes" : "no";
  if (Array.isArray(given)) return new Items(given);
  return typeof given === "object" ? "some" : given;
}

/**
 * A text about an event of a game or of its table: the message of its type, or an attribute of that. `facts` are what it needs besides the
 * event's own fields, `names` those of the players by seat. "" if there is no such text; `otherwise(event, names)` if it needs more facts.
 */
export function eventText(game, event, { names: players, facts = {}, attribute = null, otherwise = null }) {
  const { type, seat, data } = event;
  const [kind, name] = [type.slice(0, type.indexOf(".")), type.slice(type.indexOf(".") + 1)];
  const { bundle } = inLanguage(game);
  const message = bundle.getMessage(`${kind === "table" ? "table" : "event"}-${name}`);
  const pattern = attribute === null ? message?.value : message?.attributes[attribute];
  if (!pattern) return "";
  names = players;
  const errors = [];
  const text = bundle.formatPattern(pattern, valuesOf({ ...data, seat, late: false, ...facts }), errors);
  if (errors.length && otherwise) return otherwise(event, players);
  errors.forEach((error) => console.error(`${type}: ${error.message}`));
  return text;
}

/** The rules summary of a game: [{title, text}]. */
export function rulesOf(game) {
  const { texts } = inLanguage(game);
  const rules = Object.keys(texts).filter((key) => /^rule-[a-z-]+$/.test(key));
  return rules.map((key) => ({ title: texts[key], text: texts[`${key}.text`] }));
}

const inLanguage = (game) => loaded.get(`${game} ${language()}`);
