// An error of the page is no failure of whoever comes upon it: it is reported, and `failing.js` deals with it.

/** Calls a listener; what it throws is reported as an error of the page, and the caller goes on. */
export function safely(listener, ...values) {
  try {
    return listener(...values);
  } catch (error) {
    return reportError(error);
  }
}

/** For a `catch`: a refusal passes, as it is asked again later; anything else is an error of the page. */
export const unlessRefused = (problem) => "code" in problem || reportError(problem);
