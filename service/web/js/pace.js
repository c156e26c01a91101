/** Whether animations may run now: not in a hidden tab, and not for a visitor who prefers reduced motion. */
export const mayMove = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
