// Style sheets apply while something that needs them is shown, and no longer: those of one view do not affect another.

import { Problem } from "./api.js";
import { h } from "./dom.js";

const FOLDER = new URL("../css/", import.meta.url).href;
const GAMES = "games/";
const known = new Map();

/** Applies style sheets (by name: "table", "games/…") until `signal` aborts. Resolves when they apply. Throws `Problem` if one fails. */
export async function applySheets(names, signal) {
  if (!signal.aborted) await Promise.all(names.map((name) => applySheet(name, signal)));
}

function applySheet(name, signal) {
  const sheet = known.get(name) ?? sheetFor(name);
  sheet.users.add(signal);
  signal.addEventListener("abort", () => {
    sheet.users.delete(signal);
    enableSheet(sheet);
  });
  enableSheet(sheet);
  return sheet.loaded;
}

/** An unused sheet stays in the page but does not apply, so that it is ready when it is needed again. */
function enableSheet({ link, users }) {
  if (link.sheet) link.sheet.disabled = users.size === 0;
}

/** The sheet that came with the page, or a new one: {link, wearers, loaded}. */
function sheetFor(name) {
  const href = `${FOLDER}${name}.css`;
  const link = [...document.querySelectorAll("link[rel=stylesheet]")].find((one) => one.sheet && one.href === href);
  const sheet = link ? { link, loaded: Promise.resolve() } : addSheet(name, href);
  known.set(name, Object.assign(sheet, { users: new Set() }));
  return sheet;
}

/** A game's sheet comes after those of all views, so that the order is always the same where rules conflict. */
function addSheet(name, href) {
  const sheet = { link: h("link", { rel: "stylesheet", href }) };
  sheet.loaded = new Promise((resolve, reject) => {
    sheet.link.addEventListener("load", () => {
      enableSheet(sheet);
      resolve();
    });
    sheet.link.addEventListener("error", () => {
      known.delete(name);
      sheet.link.remove();
      reject(new Problem({ code: "unreachable", detail: href }));
    });
  });
  document.head.insertBefore(sheet.link, name.startsWith(GAMES) ? null : document.head.querySelector(`link[href*="/css/${GAMES}"]`));
  return sheet;
}
