// The service's clock. Each answer bounds it: the header `Date` has whole seconds and is written between request and answer.
// A contradiction to all earlier answers counts only when the next answer confirms it. So one wrong date changes nothing.
// If the machine's clock stops while the device sleeps, two answers correct it.

const SECOND_MS = 1_000;
/** The clocks of a service's machines may differ by this much. */
const LEEWAY_MS = 500;
const RETRY_MS = 1_000;
const TIMEOUT_MS = 3_000;
const ADDRESS = "/healthz";

let known = null; // {from, to}: how far the service's clock is ahead of `local()`
let doubted = null; // what the last answer contradicts that with
let clockGap = null; // how far this machine's two clocks differed at the last answer
let synchronizing = false;

/** The time of `performance`: nobody sets it, but on some machines it stops while they sleep. */
const local = () => performance.now();

/** Notes the header `Date` of an answer that has just arrived; `sent`: `performance.now()` at the request. */
export function noteDate(header, sent) {
  const date = Date.parse(header ?? "");
  if (Number.isNaN(date)) return;
  clockGap = Date.now() - local();
  addBounds({ from: date - local(), to: date + SECOND_MS + LEEWAY_MS - sent });
}

/** The service's time in milliseconds; before its first answer, this machine's time. */
export function serverNow() {
  if (known === null) return Date.now();
  if (doubted || Math.abs(Date.now() - local() - clockGap) > SECOND_MS) synchronize();
  return local() + known.from;
}

/** The true time is never earlier than an answer's. So the latest of those that agree is the best. */
function addBounds(bounds) {
  const agreed = (known && overlap(known, bounds)) ?? (doubted && overlap(doubted, bounds)) ?? (known ? null : bounds);
  known = agreed ?? known;
  doubted = agreed ? null : bounds;
  if (doubted) synchronize();
}

function overlap(one, other) {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
  return from <= to ? { from, to } : null;
}

/** Requests the service's time until two answers agree. */
async function synchronize() {
  if (synchronizing) return;
  synchronizing = true;
  for (let more = 2; more && (await fetchTime()) && doubted; more--);
  setTimeout(() => (synchronizing = false), RETRY_MS);
}

/** Whether there was an answer. */
async function fetchTime() {
  const sent = local();
  try {
    const answer = await fetch(ADDRESS, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(TIMEOUT_MS) });
    noteDate(answer.headers.get("Date"), sent);
    return true;
  } catch {
    return false; // the next reading of the clock tries again
  }
}
