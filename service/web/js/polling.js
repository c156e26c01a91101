// Asking again and again, as long as somebody looks.

/** Does something now, then every so many ms after it is done, while the tab is visible; returns how to stop that. */
export function every(length, deed) {
  let timer = null;
  let stopped = false;
  const round = async () => {
    clearTimeout(timer);
    timer = null;
    if (document.hidden || stopped) return;
    await deed();
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
