// One action per press: while an action runs, its button ignores other presses. Errors are shown.

import { presentVisit } from "./navigation.js";
import { showProblem } from "./problems.js";

/** A listener for a button that runs its action once at a time: `action(visit)` with the visit in which the button was pressed. */
export function once(action) {
  return async (event) => {
    const button = event.currentTarget;
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    try {
      await action(presentVisit());
    } catch (problem) {
      if ("code" in problem) showProblem(problem, { lasting: true });
      else reportError(problem);
    } finally {
      button.removeAttribute("aria-busy");
    }
  };
}
