// The heights of a table's changing texts. If a part shrank each time, everything below it would jump, and at the end of the page,
// the page itself.

/** Sets `--reserve` to the largest height of an element since its width last changed. Returns the element. */
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

/** Keeps a rearranged element, for example at the end of a game, at least `height` pixels high until the window changes. */
export function keepHeight(element, height) {
  element.style.setProperty("min-height", `${height}px`);
  addEventListener("resize", () => element.style.removeProperty("min-height"), { once: true });
}
