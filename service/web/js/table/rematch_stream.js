// Follows the requests for a rematch: over a stream while the tab is visible, else by polling if no connection
// is free or the tab is behind others.

import { api, client, reportReachable, sleep } from "../api.js";
import { framesOf, isTemporary, watch } from "../rollstream-follow.mjs";
import { safely } from "../safely.js";

const RETRY_MS = 1_000;
const SILENCE_MS = 40_000; // the service sends something every 15 seconds
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
      else await streamOrPoll(table, onChange, signal);
      failures = 0;
    } catch (problem) {
      signal.throwIfAborted();
      if (!isTemporary(problem)) throw problem;
      await sleep(Math.min(30_000, RETRY_MS * 2 ** failures++), signal);
    }
  }
}

async function streamOrPoll(table, onChange, signal) {
  try {
    await stream(table, onChange, signal);
  } catch (problem) {
    if (problem.code !== "too-many-streams") throw problem;
    await poll(table, onChange, signal);
  }
}

async function stream(table, onChange, signal) {
  let last = Date.now();
  const life = watch(signal, () => document.hidden || Date.now() > last + SILENCE_MS);
  const sign = () => {
    last = Date.now();
    reportReachable(true);
  };
  try {
    const options = { headers: { Accept: "text/event-stream" }, signal: life.signal };
    const answer = await client.open("GET", `/v1/tables/${table}/rematch`, options);
    for await (const { data } of framesOf(answer, sign)) safely(onChange, data);
  } catch (error) {
    signal.throwIfAborted();
    if (!document.hidden) throw error;
  } finally {
    life.end();
  }
  await sleep(RETRY_MS, signal);
}

async function poll(table, onChange, signal) {
  const { body } = await api.get(`/v1/tables/${table}`, { signal, once: true });
  safely(onChange, body.rematch);
  await sleep(POLL_MS, signal);
}
