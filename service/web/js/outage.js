// Removes notes about a service that did not answer, once it answers.

import { onReachable } from "./api.js";
import { removeNotes } from "./notes.js";
import { t } from "./text.js";

/** Removes such notes whenever the service answers again. */
export function removeOutageNotes() {
  onReachable((answers) => answers && removeNotes((text) => text.includes(t("problem.unreachable"))));
}
