// Follows the requests for a rematch: over a stream while the tab is visible, else by polling if no connection
// is free or the tab is behind others.

import { api, headersFor, noteReachable, Problem } from "../api.js";
import { readFrames } from "../frames.js";
import { safely } from "../safely.js";
import { inSlot, isPassing, listening, wake } from "../stream.js";

const AGAIN_MS = 1_000;
const POLL_MS = 2_000;
const HIDDEN_MS = 60_000;

/** Calls `onTold` with the rematch of a finished table whenever it changes. Returns a function that stops this. A hidden tab polls while
 *  `isAwaited()`, since the game may start at any time.
 */
export function followRematch(table, onTold, isAwaited) {
  const stopping = new AbortController();
  const { signal } = stopping;
  keepUp(table, onTold, isAwaited, signal).catch((problem) => {
    if (!signal.aborted && !("code" in problem)) reportError(problem); // the page shows elsewhere that the table is refused
  });
  return () => stopping.abort();
}

async function keepUp(table, onTold, isAwaited, signal) {
  for (let failures = 0; ; ) {
    try {
      if (document.hidden && isAwaited()) await poll(table, onTold, signal);
      else if (document.hidden) await wake(HIDDEN_MS, signal);
      else if (!(await inSlot(() => stream(table, onTold, signal)))) await poll(table, onTold, signal);
      failures = 0;
    } catch (problem) {
      signal.throwIfAborted();
      if (!isPassing(problem)) throw problem;
      await wake(Math.min(30_000, AGAIN_MS * 2 ** failures++), signal);
    }
  }
}

async function stream(table, onTold, signal) {
  await listening(signal, async (ending, sign) => {
    const headers = headersFor({ headers: { Accept: "text/event-stream" } });
    const answer = await fetch(`/v1/tables/${table}/rematch`, { headers, signal: ending, cache: "no-store", credentials: "omit" });
    noteReachable(answer.status < 500);
    if (answer.status >= 400) throw new Problem({ status: answer.status, ...(await answer.json()) });
    await readFrames(answer.body, ({ data }) => signal.aborted || safely(onTold, JSON.parse(data)), sign);
  });
  await wake(AGAIN_MS, signal);
}

async function poll(table, onTold, signal) {
  const { body } = await api.get(`/v1/tables/${table}`, { signal, once: true });
  safely(onTold, body.rematch);
  await wake(POLL_MS, signal);
}
