// Controls that stick to the bottom of the window where it is too small to show them below the board.

/** Keeps what is scrolled into view, by the focus too, above this element while it sticks to the bottom. Returns the element. */
export function keptInSight(element) {
  element.dataset.keptInSight = "";
  new ResizeObserver(measure).observe(element);
  return element;
}

function measure() {
  const sticking = [...document.querySelectorAll("[data-kept-in-sight]")].filter((one) => getComputedStyle(one).position === "sticky");
  const height = Math.max(0, ...sticking.map((one) => one.offsetHeight));
  document.documentElement.style.setProperty("--sticking", `${height}px`);
}
