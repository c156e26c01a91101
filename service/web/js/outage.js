// What was said of a service that did not answer is not true any more once it does.

import { onReachable } from "./api.js";
import { t } from "./text.js";

/** Takes such notes away whenever the service answers again. */
export function forgetOutages() {
  onReachable((answers) => {
    const said = [...document.querySelectorAll("#notes .note")].filter((note) => note.textContent.includes(t("problem.unreachable")));
    if (answers) said.forEach((note) => note.remove());
  });
}
