// Style sheets apply while something that needs them is shown, and no longer: those of one view do not affect another.

import { Problem } from "./api.js";
import { h } from "./dom.js";

const FOLDER = new URL("../css/", import.meta.url).href;
const GAMES = "games/";
const known = new Map();

/** Applies style sheets (by name: "table", "games/…") until `signal` aborts. Resolves when they apply. Throws `Problem` if one fails. */
export async function styled(names, signal) {
  if (!signal.aborted) await Promise.all(names.map((name) => worn(name, signal)));
}

function worn(name, signal) {
  const sheet = known.get(name) ?? found(name);
  sheet.wearers.add(signal);
  signal.addEventListener("abort", () => {
    sheet.wearers.delete(signal);
    settle(sheet);
  });
  settle(sheet);
  return sheet.loaded;
}

/** An unused sheet stays in the page but does not apply, so that it is ready when it is needed again. */
function settle({ link, wearers }) {
  if (link.sheet) link.sheet.disabled = wearers.size === 0;
}

/** The sheet that came with the page, or a new one: {link, wearers, loaded}. */
function found(name) {
  const href = `${FOLDER}${name}.css`;
  const link = [...document.querySelectorAll("link[rel=stylesheet]")].find((one) => one.sheet && one.href === href);
  const sheet = link ? { link, loaded: Promise.resolve() } : added(name, href);
  known.set(name, Object.assign(sheet, { wearers: new Set() }));
  return sheet;
}

/** A game's sheet comes after those of all views, so that the order is always the same where rules conflict. */
function added(name, href) {
  const sheet = { link: h("link", { rel: "stylesheet", href }) };
  sheet.loaded = new Promise((resolve, reject) => {
    sheet.link.addEventListener("load", () => {
      settle(sheet);
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
