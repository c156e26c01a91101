// Addresses and views. A view is a module with `show(root, params, signal)`. `show` may be async; its errors are shown. The signal
// aborts when another view replaces it, loaded or not: then it draws nothing more and its style sheets no longer apply. The service
// reads from this file which sheets and modules a view needs. The page names them, so that a browser requests them all at once.

import { h, replace } from "./dom.js";
import { endVisit, navigate, onNavigation } from "./navigation.js";
import { applySheets } from "./styles.js";
import { t } from "./text.js";
import { explain } from "./problems.js";

const ROUTES = [
  { pattern: /^\/$/, sheets: ["lobby"], view: () => import("./lobby/view.js") },
  { pattern: /^\/t\/(?<table>[^/]+)$/, with: "at", sheets: ["table", "replay"], view: () => import("./replay/view.js") },
  { pattern: /^\/t\/(?<table>[^/]+)$/, sheets: ["table"], view: () => import("./table/view.js") },
];

let leaving = new AbortController();
let shown = null; // the address whose view is shown

/** Shows the view of the present address, and from now on the view of every address the visitor navigates to. */
export function startRouter() {
  onNavigation(show);
  addEventListener("popstate", () => show());
  document.addEventListener("click", followLink);
  return show();
}

async function show(gone = false) {
  leaving.abort();
  const own = (leaving = new AbortController());
  if (shown !== null && location.href !== shown) endVisit(); // a view that is only drawn again keeps its dialogs
  shown = location.href;
  const { route, params } = routeOf(new URL(location.href));
  const root = replace(document.getElementById("view"));
  root.removeAttribute("class");
  try {
    if (route === null) return missing(root, t("page.nothing-here"));
    const [{ show: draw }] = await Promise.all([route.view(), applySheets(route.sheets, own.signal)]);
    own.signal.throwIfAborted();
    await draw(root, params, own.signal);
  } catch (problem) {
    if (own !== leaving) return;
    own.abort();
    missing(root, "code" in problem ? explain(problem) : t("page.failing"));
    if (!("code" in problem)) reportError(problem);
  }
  if (gone && own === leaving) focusOn(root);
}

/** The route of an address (null if there is none), and the parameters of its view: table, at and seat (numbers or null). */
function routeOf(url) {
  for (const route of ROUTES) {
    const fits = route.pattern.exec(url.pathname);
    if (!fits || (route.with && !url.searchParams.has(route.with))) continue;
    const [at, seat] = ["at", "seat"].map((name) => Number.parseInt(url.searchParams.get(name) ?? "", 10)).map(orNull);
    return { route, params: { ...fits.groups, at, seat } };
  }
  return { route: null, params: {} };
}

const orNull = (number) => (Number.isNaN(number) ? null : number);

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
  if (link.target || link.hasAttribute("download") || url.origin !== location.origin || !routeOf(url).route) return;
  event.preventDefault();
  navigate(url.pathname + url.search + url.hash);
}
