// The action that asks for a hint, or for another one while a hint is shown.

import { t } from "../../text.js";

/** {label}, with the hint that is shown, or null. */
export const hintAction = (advice) => ({ label: t(advice?.more ? "table.hint-more" : "table.hint") });
