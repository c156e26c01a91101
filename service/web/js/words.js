// Refusals in plain words, with a way out.

import { hasText, t } from "./text.js";

/** What to tell somebody whose request was refused (a `Problem`), or for whom something else went wrong. */
export function explain(problem) {
  return hasText(`problem.${problem.code}`) ? t(`problem.${problem.code}`) : t("problem.internal-error");
}
