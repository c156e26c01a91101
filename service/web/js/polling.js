// Repeats something while the tab is visible.

/** Runs something now, then again this many ms after each end, while the tab is visible. Returns a function that stops it. */
export function every(length, action) {
  let timer = null;
  let stopped = false;
  const round = async () => {
    clearTimeout(timer);
    timer = null;
    if (document.hidden || stopped) return;
    await action();
    if (!stopped && timer === null) timer = setTimeout(round, length);
  };
  const shown = () => !document.hidden && timer === null && round();
  document.addEventListener("visibilitychange", shown);
  round();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
  };
}
