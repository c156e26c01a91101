// Navigates to an address of this page, and redraws the present view. Views call this; the router, which imports them, implements it.

let show = async () => {};

/** Set by the router: `showView(gone)` shows the view of the present address; `gone`: the visitor has just navigated to it. */
export function onNavigation(showView) {
  show = showView;
}

/** Navigates to an address of this page; `instead`: it replaces the present one in the history. */
export function navigate(address, { instead = false } = {}) {
  history[instead ? "replaceState" : "pushState"](null, "", address);
  scrollTo(0, 0);
  return show(true);
}

/** Redraws the present view, for example in another language. The page keeps its height meanwhile, so that it keeps its scroll position. */
export async function refresh() {
  const root = document.getElementById("view");
  root.style.setProperty("min-height", `${root.offsetHeight}px`);
  await show();
  root.style.removeProperty("min-height");
}
