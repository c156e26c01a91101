// Addresses and views. A view is a module with `show(root, params, signal)`; show may be async, and what it throws is told. The signal
// aborts when another view takes its place, loaded or not: from then on it draws nothing.

import { h, replace } from "./dom.js";
import { t } from "./text.js";
import { explain } from "./words.js";

const ROUTES = [
  { pattern: /^\/$/, view: () => import("./lobby/view.js") },
  { pattern: /^\/t\/(?<table>[^/]+)$/, with: "at", view: () => import("./replay/view.js") },
  { pattern: /^\/t\/(?<table>[^/]+)$/, view: () => import("./table/view.js") },
];

let leaving = new AbortController();

/** Shows the view of the present address, and from now on that of every address that is gone to. */
export function startRouter() {
  addEventListener("popstate", () => show());
  document.addEventListener("click", followLink);
  return show();
}

/** Goes to an address of this page; `instead`: it takes the place of the present one in the history. */
export function navigate(address, { instead = false } = {}) {
  history[instead ? "replaceState" : "pushState"](null, "", address);
  scrollTo(0, 0);
  return show(true);
}

/** Draws the present view anew, say in another language. */
export const refresh = () => show();

async function show(gone = false) {
  leaving.abort();
  const own = (leaving = new AbortController());
  const { view, params } = found(new URL(location.href));
  const root = replace(document.getElementById("view"));
  root.removeAttribute("class");
  try {
    if (view === null) return missing(root, t("page.nothing-here"));
    const { show: draw } = await view();
    own.signal.throwIfAborted();
    await draw(root, params, own.signal);
  } catch (problem) {
    if (own !== leaving) return;
    own.abort();
    missing(root, explain(problem));
    if (!("code" in problem)) console.error(problem);
  }
  if (gone && own === leaving) focusOn(root);
}

/** The view of an address, and what it has to know: table, at (a number or null), fragment (an object). */
function found(url) {
  for (const route of ROUTES) {
    const fits = route.pattern.exec(url.pathname);
    if (!fits || (route.with && !url.searchParams.has(route.with))) continue;
    const at = Number.parseInt(url.searchParams.get("at") ?? "", 10);
    return { view: route.view, params: { ...fits.groups, at: Number.isNaN(at) ? null : at } };
  }
  return { view: null, params: {} };
}

function missing(root, text) {
  document.title = "rollstream";
  const home = h("a", { class: "button primary", href: "/" }, t("page.to-lobby"));
  replace(root, h("section", { class: "panel message", role: "alert" }, h("h1", {}, t("page.problem")), h("p", {}, text), home));
}

function focusOn(root) {
  const heading = root.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  (heading ?? root).focus({ preventScroll: true });
}

function followLink(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (link.target || link.hasAttribute("download") || url.origin !== location.origin || !found(url).view) return;
  event.preventDefault();
  navigate(url.pathname + url.search + url.hash);
}
