// One press, one deed: while something is under way its button takes no other press, and what goes wrong is told.

import { tell } from "./notes.js";
import { explain } from "./words.js";

/** A listener for a button that does something once at a time. */
export function once(deed) {
  return async (event) => {
    const button = event.currentTarget;
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    try {
      await deed(event);
    } catch (problem) {
      if ("code" in problem) tell(explain(problem), { lasting: true });
      else reportError(problem);
    } finally {
      button.removeAttribute("aria-busy");
    }
  };
}
