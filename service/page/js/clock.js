// The service's clock, as well as its answers tell it. Their header `Date` has whole seconds, so the truth is never earlier:
// the latest of all estimates is the best one, and a machine that slept catches up by itself.

let ahead = null;

/** Notes the header `Date` of an answer that has just come. */
export function noteDate(header) {
  const told = Date.parse(header ?? "");
  if (!Number.isNaN(told)) ahead = Math.max(ahead ?? -Infinity, told - local());
}

/** What time the service has now, in milliseconds; before its first answer this machine's. */
export const serverNow = () => (ahead === null ? Date.now() : local() + ahead);

/** Runs evenly, whatever becomes of this machine's clock. */
const local = () => performance.timeOrigin + performance.now();
