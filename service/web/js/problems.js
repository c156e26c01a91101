// Refusals in plain words, with what to do next.

import { showNote } from "./notes.js";
import { hasText, t } from "./text.js";

/** The text for a visitor whose request was refused (a `Problem`), or who meets another error. */
export function explain(problem) {
  return hasText(`problem.${problem.code}`) ? t(`problem.${problem.code}`) : t("problem.internal-error");
}

/** Shows a note with this text; its kind is the problem's code. */
export function showProblem(problem, { lasting = false } = {}) {
  showNote(explain(problem), { lasting, kind: problem.code });
}
