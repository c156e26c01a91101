// The service's clock. Each answer bounds it: the header `Date` has whole seconds, and was written between the request and the answer.
// What one answer says against all before it counts only once the next one agrees. So a wrong date changes nothing, and where the
// machine's own clock stood still while the device slept, two answers set it right.

const SECOND_MS = 1_000;
/** By so much the clocks of a service's machines may differ. */
const LEEWAY_MS = 500;
const AGAIN_MS = 1_000;
const PATIENCE_MS = 3_000;
const ADDRESS = "/healthz";

let known = null; // {from, to}: by how much the service's clock is ahead of `local()`
let doubted = null; // what the last answer said against that
let apart = null; // by how much this machine's two clocks differed when an answer last came
let asking = false;

/** What `performance` counts: nobody sets it, but on some machines it stands still while they sleep. */
const local = () => performance.now();

/** Notes the header `Date` of an answer that has just come; `sent`: `performance.now()` when it was asked for. */
export function noteDate(header, sent) {
  const date = Date.parse(header ?? "");
  if (Number.isNaN(date)) return;
  apart = Date.now() - local();
  weigh({ from: date - local(), to: date + SECOND_MS + LEEWAY_MS - sent });
}

/** What time the service has now, in milliseconds; before its first answer this machine's. */
export function serverNow() {
  if (known === null) return Date.now();
  if (doubted || Math.abs(Date.now() - local() - apart) > SECOND_MS) ask();
  return local() + known.from;
}

/** The truth is never earlier than an answer says: of those that agree the latest is the best. */
function weigh(said) {
  const agreed = (known && overlap(known, said)) ?? (doubted && overlap(doubted, said)) ?? (known ? null : said);
  known = agreed ?? known;
  doubted = agreed ? null : said;
  if (doubted) ask();
}

function overlap(one, other) {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
  return from <= to ? { from, to } : null;
}

/** Asks the service what time it is, until two answers agree. */
async function ask() {
  if (asking) return;
  asking = true;
  for (let more = 2; more && (await askOnce()) && doubted; more--);
  setTimeout(() => (asking = false), AGAIN_MS);
}

/** Whether there was an answer. */
async function askOnce() {
  const sent = local();
  try {
    const answer = await fetch(ADDRESS, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE_MS) });
    noteDate(answer.headers.get("Date"), sent);
    return true;
  } catch {
    return false; // the next look at the clock asks again
  }
}
