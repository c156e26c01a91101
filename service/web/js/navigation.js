// Going to an address of this page, and drawing the present view again. Views call this; the router does it, and imports the views.

let show = async () => {};

/** The router's: `showView(gone)` shows the view of the present address; `gone`: a visitor has just gone there. */
export function onNavigation(showView) {
  show = showView;
}

/** Goes to an address of this page; `instead`: it takes the place of the present one in the history. */
export function navigate(address, { instead = false } = {}) {
  history[instead ? "replaceState" : "pushState"](null, "", address);
  scrollTo(0, 0);
  return show(true);
}

/** Draws the present view anew, say in another language; the page stays as long as it was until then, so that it stays where it is. */
export async function refresh() {
  const root = document.getElementById("view");
  root.style.setProperty("min-height", `${root.offsetHeight}px`);
  await show();
  root.style.removeProperty("min-height");
}
