// Removes notes about a service that did not answer, once it answers.

import { onReachable } from "./api.js";
import { removeNotes } from "./notes.js";

/** Removes such notes whenever the service answers again. */
export function removeOutageNotes() {
  onReachable((answers) => answers && removeNotes("unreachable"));
}
