// Style sheets that come with what needs them.

import { Problem } from "./api.js";
import { h } from "./dom.js";

const asked = new Map();

/** Adds a style sheet to the page, once; done when it holds. Throws `Problem` if it cannot be had. */
export function styled(path) {
  if (!asked.has(path)) asked.set(path, added(path));
  return asked.get(path);
}

function added(path) {
  return new Promise((resolve, reject) => {
    const lost = () => {
      asked.delete(path);
      sheet.remove();
      reject(new Problem({ code: "unreachable", detail: path }));
    };
    const sheet = h("link", { rel: "stylesheet", href: path, onload: resolve, onerror: lost });
    document.head.append(sheet);
  });
}
