// Navigates to an address of this page, and redraws the present view. Views call this; the router, which imports them, implements it.

let show = async () => {};

/** Set by the router: `showView(gone)` shows the view of the present address; `gone`: the visitor has just navigated to it. */
export function onNavigation(showView) {
  show = showView;
}

let visit = new AbortController();

/**
 * The visit of the present view: this signal aborts when the visitor goes elsewhere, but not when the view is only drawn again. What is
 * opened after a wait belongs to the visit in which it was asked for.
 */
export const presentVisit = () => visit.signal;

/** For the router: the visitor leaves the present view. */
export function endVisit() {
  visit.abort();
  visit = new AbortController();
}

/** Navigates to an address of this page; `instead`: it replaces the present one in the history. */
export function navigate(address, { instead = false } = {}) {
  history[instead ? "replaceState" : "pushState"](null, "", address);
  scrollTo(0, 0);
  return show(true);
}

/** Redraws the present view, for example in another language. */
export const refresh = () => show();

/**
 * Keeps the page at least as high as the visitor has scrolled, until its width changes: a browser moves a page that gets shorter
 * than that. Beyond its end, where some browsers let it swing, the page does not grow.
 */
export function keepPlace() {
  const root = document.documentElement;
  let width = innerWidth;
  const keep = () => root.style.setProperty("min-height", `${Math.min(scrollY + innerHeight, root.scrollHeight)}px`);
  addEventListener("scroll", keep);
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    root.style.removeProperty("min-height");
    keep();
  });
}
