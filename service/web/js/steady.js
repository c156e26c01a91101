// The heights of a table's changing texts. If a part shrank each time, everything below it would jump.

/**
 * Sets `--reserve` to the largest height of an element since its width last changed. Returns the element. A height that was shown is
 * reserved before the next change; only another width waits for a frame, because it may change the height that is being observed.
 */
export function steady(element) {
  let [width, height] = [0, 0];
  const reserve = () => {
    height = Math.max(height, element.offsetHeight);
    element.style.setProperty("--reserve", `${height}px`);
  };
  const renew = () => {
    element.style.setProperty("--reserve", "auto");
    [width, height] = [element.offsetWidth, 0];
    reserve();
  };
  new ResizeObserver(() => (element.offsetWidth === width ? reserve() : requestAnimationFrame(renew))).observe(element);
  return element;
}
