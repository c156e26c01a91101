// Refusals in plain words, with what to do next.

import { hasText, t } from "./text.js";

/** The text for a visitor whose request was refused (a `Problem`), or who meets another error. */
export function explain(problem) {
  return hasText(`problem.${problem.code}`) ? t(`problem.${problem.code}`) : t("problem.internal-error");
}
