// Removes notes about a service that did not answer, once it answers.

import { onReachable } from "./api.js";
import { t } from "./text.js";

/** Removes such notes whenever the service answers again. */
export function forgetOutages() {
  onReachable((answers) => {
    const said = [...document.querySelectorAll("#notes .note")].filter((note) => note.textContent.includes(t("problem.unreachable")));
    if (answers) said.forEach((note) => note.remove());
  });
}
