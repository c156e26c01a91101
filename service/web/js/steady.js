// What a table says and shows is now longer, now shorter. If a part of it became shorter each time, all that lies below would jump, and
// where the page ends, the page itself.

/** Tells the style sheet how high an element has been since it became as wide as it is (`--reserve`); returns the element. */
export function steady(element) {
  let [width, height] = [0, 0];
  const measure = () => {
    if (element.offsetWidth !== width) {
      element.style.setProperty("--reserve", "auto");
      [width, height] = [element.offsetWidth, 0];
    }
    height = Math.max(height, element.offsetHeight);
    element.style.setProperty("--reserve", `${height}px`);
  };
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(element);
  return element;
}

/** An element that is arranged anew, say when the game is over, stays at least `height` pixels high until the window changes. */
export function keepHeight(element, height) {
  element.style.setProperty("min-height", `${height}px`);
  addEventListener("resize", () => element.style.removeProperty("min-height"), { once: true });
}
