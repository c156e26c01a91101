/** Whether anything may move in front of this visitor now: not in a hidden tab, not for somebody who wants nothing to move. */
export const mayMove = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
