// The page's language: that of the browser, unless the visitor has chosen another. Only the dictionaries in use are loaded: the page's,
// and where a game is shown, also those of tables and of the game.

import { readStorage, writeStorage } from "./storage.js";

const LANGUAGE_KEY = "rollstream.language";
const PAGE_TEXTS = { en: () => import("./texts/en.js"), fr: () => import("./texts/fr.js") };
const TABLE_TEXTS = { en: () => import("./table/texts/en.js"), fr: () => import("./table/texts/fr.js") };

let current = "en";
let words = {};
let wanted = { tag: "en", ofGame: null };
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** The available languages, by their own names. */
export const LANGUAGES = { en: "English", fr: "Français" };

/** The page's language: "en" or "fr". */
export const language = () => current;

/** Loads the visitor's language. Await it before the first text. */
export async function loadLanguage() {
  const tags = [readStorage(LANGUAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  await use({ tag: tags.find((tag) => tag in PAGE_TEXTS) ?? "en" });
}

/** Switches to a language and stores it. The caller must redraw the view. */
export async function switchLanguage(tag) {
  writeStorage(LANGUAGE_KEY, tag);
  await use({ tag });
}

/** Loads a game's texts (`{en: loader, fr: loader}`), replacing those of another game. Await it before the game's first text. */
export async function useTextsOf(loaders) {
  await use({ ofGame: loaders });
}

/** Changes the language or the game. Of two changes at the same time, neither undoes the other, and both are awaited until both are made. */
async function use(change) {
  const before = wanted;
  let loading = (wanted = { ...before, ...change });
  try {
    let loaded = await load(loading);
    while (loading !== wanted) loaded = await load((loading = wanted));
    apply(loading.tag, loaded);
  } catch (failure) {
    if (loading === wanted) wanted = before;
    throw failure;
  }
}

async function load({ tag, ofGame }) {
  const parts = await Promise.all([PAGE_TEXTS, ...(ofGame ? [TABLE_TEXTS, ofGame] : [])].map((texts) => texts[tag]()));
  return Object.assign({}, ...parts.map((part) => part.default));
}

function apply(tag, loaded) {
  words = loaded;
  current = tag;
  plurals = new Intl.PluralRules(tag);
  numbers = new Intl.NumberFormat(tag);
  document.documentElement.lang = tag;
}

/**
 * The text of a key. `{name}` is replaced by an argument, `{n:card|cards}` by the form for the number n.
 * Numbers are formatted for the language.
 */
export function t(key, args = {}) {
  const text = words[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, other) => {
    if (other !== undefined) return plurals.select(Number(args[name])) === "one" ? one : other;
    return typeof args[name] === "number" ? number(args[name]) : String(args[name]);
  });
}

/** Whether there is a text for this key. */
export const hasText = (key) => key in words;

/** A number formatted for the language, with a real minus sign. */
export const number = (value) => numbers.format(value).replace("-", "−");

/** A list of names formatted for the language: "Ada, Grace and Noor". */
export const listed = (items) => new Intl.ListFormat(current === "en" ? "en-GB" : current, { type: "conjunction" }).format(items);

/** How long ago a time was, in words; `now` in milliseconds. */
export function ago(moment, now) {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  const format = new Intl.RelativeTimeFormat(current, { numeric: "auto", style: "short" });
  if (seconds < 60) return t("time.now");
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86400) return format.format(-Math.floor(seconds / 3600), "hour");
  return format.format(-Math.floor(seconds / 86400), "day");
}
