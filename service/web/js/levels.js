// The levels of built-in players.

import { hasText, t } from "./text.js";

/** A level in words. One that this page does not know keeps its name. */
export const levelName = (level) => (hasText(`level.${level}`) ? t(`level.${level}`) : level);
