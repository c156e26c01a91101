// Follows the requests for a rematch: over a stream while the tab is visible, else by polling if no connection
// is free or the tab is behind others.

import { api, headersFor, Problem, reportReachable } from "../api.js";
import { readFrames } from "../frames.js";
import { safely } from "../safely.js";
import { inSlot, isTemporary, sleep, whileAlive } from "../stream.js";

const RETRY_MS = 1_000;
const POLL_MS = 2_000;
const HIDDEN_MS = 60_000;

/** Calls `onChange` with the rematch of a finished table whenever it changes. Returns a function that stops this. A hidden tab polls while
 *  `isAwaited()`, since the game may start at any time.
 */
export function followRematch(table, onChange, isAwaited) {
  const stopping = new AbortController();
  const { signal } = stopping;
  keepUp(table, onChange, isAwaited, signal).catch((problem) => {
    if (!signal.aborted && !("code" in problem)) reportError(problem); // the page shows elsewhere that the table is refused
  });
  return () => stopping.abort();
}

async function keepUp(table, onChange, isAwaited, signal) {
  for (let failures = 0; ; ) {
    try {
      if (document.hidden && isAwaited()) await poll(table, onChange, signal);
      else if (document.hidden) await sleep(HIDDEN_MS, signal);
      else if (!(await inSlot(() => stream(table, onChange, signal)))) await poll(table, onChange, signal);
      failures = 0;
    } catch (problem) {
      signal.throwIfAborted();
      if (!isTemporary(problem)) throw problem;
      await sleep(Math.min(30_000, RETRY_MS * 2 ** failures++), signal);
    }
  }
}

async function stream(table, onChange, signal) {
  await whileAlive(signal, async (ending, alive) => {
    const headers = headersFor({ headers: { Accept: "text/event-stream" } });
    const answer = await fetch(`/v1/tables/${table}/rematch`, { headers, signal: ending, cache: "no-store", credentials: "omit" });
    reportReachable(answer.status < 500);
    if (answer.status >= 400) throw new Problem({ status: answer.status, ...(await answer.json()) });
    await readFrames(answer.body, ({ data }) => signal.aborted || safely(onChange, JSON.parse(data)), alive);
  });
  await sleep(RETRY_MS, signal);
}

async function poll(table, onChange, signal) {
  const { body } = await api.get(`/v1/tables/${table}`, { signal, once: true });
  safely(onChange, body.rematch);
  await sleep(POLL_MS, signal);
}
