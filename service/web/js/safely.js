// Keeps an error of the page from becoming a failure of the caller: reports it, and `failing.js` handles it.

/** Calls a listener. Reports what it throws as an error of the page; the caller continues. */
export function safely(listener, ...values) {
  try {
    return listener(...values);
  } catch (error) {
    return reportError(error);
  }
}

/** For a `catch`: ignores a refusal, since the request is repeated later. Anything else is an error of the page. */
export const unlessRefused = (problem) => "code" in problem || reportError(problem);
