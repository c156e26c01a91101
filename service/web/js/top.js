// The bar above every view: the link to the lobby, whether the service answers, the language.

import { isReachable, onReachable } from "./api.js";
import { h, replace, svg } from "./dom.js";
import { refresh } from "./navigation.js";
import { LANGUAGES, language, switchLanguage, t } from "./text.js";

/** Draws the bar, and redraws it for every language. */
export function drawTop() {
  const offline = h("span", { class: "tag warn", role: "status" });
  const showReachable = (answers) => replace(offline, answers ? null : t("page.unreachable"));
  onReachable(showReachable);
  draw(offline);
  showReachable(isReachable());
}

function draw(offline) {
  const home = h("a", { class: "brand", href: "/" }, mark(), h("span", {}, "rollstream"));
  const switches = Object.entries(LANGUAGES).map(([tag, name]) => languageButton(tag, name, () => draw(offline)));
  const languages = h("div", { class: "segments", role: "group", "aria-label": t("page.language") }, switches);
  const bar = h("header", { class: "bar" }, home, offline, languages);
  replace(document.getElementById("top"), h("a", { class: "skip", href: "#view", onclick: skip }, t("page.skip")), bar);
}

function languageButton(tag, name, redraw) {
  const switched = async () => {
    await switchLanguage(tag);
    redraw();
    document.querySelector(`button[lang="${tag}"]`).focus({ preventScroll: true });
    await refresh();
  };
  const [short, chosen] = [tag.toUpperCase(), tag === language()];
  const attributes = { "aria-label": `${short} – ${name}`, "aria-pressed": String(chosen) };
  return h("button", { type: "button", lang: tag, title: name, ...attributes, onclick: switched }, short);
}

function skip(event) {
  event.preventDefault();
  document.getElementById("view").focus();
}

function mark() {
  const pips = [[10, 10], [16, 16], [22, 22]].map(([cx, cy]) => svg("circle", { cx, cy, r: 3 }));
  const body = svg("rect", { x: 2, y: 2, width: 28, height: 28, rx: 7 });
  return svg("svg", { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" }, body, pips);
}
