// The events at a table, each once and in order, however often the connection fails. A browser has few connections to one
// address. So only a visible tab holds one open, and at most four tabs of a browser. All others poll.

import { api, headersFor, pause, Problem, reportReachable } from "./api.js";
import { readFrames } from "./frames.js";
import { eventId } from "./event_ids.js";
import { safely } from "./safely.js";

const SLOTS = ["rollstream.stream.0", "rollstream.stream.1", "rollstream.stream.2", "rollstream.stream.3"];
const SILENCE_MS = 40_000; // the service sends something every 15 seconds
const RETRY_MS = 1_000;
const POLL_MS = 2_000;
const HIDDEN_POLL_MS = 10_000;
const FULL_MS = 30_000;
const LAST = "table.seed-revealed";

/**
 * Follows a table after the event `last` (null: from its beginning). Returns a function that stops this.
 *
 * `onEvents(events)` gets the events. `onState(state)` gets the state of the connection: `live`, `polling`, `reconnecting`, `offline`, and
 * `ended` once nothing more can happen. `onProblem(problem)`: the service refuses, and following ends. Examples: the seat is no longer
 * held by anyone; `history-changed`: the table no longer has the last event.
 */
export function follow(table, { token, last, onEvents, onState = () => {}, onProblem = () => {} }) {
  const stopping = new AbortController();
  const path = `/v1/tables/${table}/events`;
  const followed = { path, token, last, onEvents, onState, reported: null, signal: stopping.signal, ended: false };
  keepUp(followed).catch((problem) => {
    if (!stopping.signal.aborted) onProblem(problem);
  });
  return () => stopping.abort();
}

async function keepUp(followed) {
  for (let failures = 0; !followed.ended; ) {
    try {
      await (document.hidden ? poll(followed) : streamOrPoll(followed, () => (failures = 0)));
      failures = 0;
    } catch (problem) {
      followed.signal.throwIfAborted();
      if (!isTemporary(problem)) throw problem;
      reportState(followed, navigator.onLine ? "reconnecting" : "offline");
      await sleep(Math.min(15_000, 500 * 2 ** failures++) * (0.5 + Math.random()), followed.signal);
    }
  }
  reportState(followed, "ended");
}

/** Whether a retry may succeed. */
export const isTemporary = (problem) => !(problem instanceof Problem) || [0, 408, 429].includes(problem.status) || problem.status >= 500;

/** Holds a stream if a connection is free, else polls once and waits. */
async function streamOrPoll(followed, onConnected) {
  if (!(await inSlot(() => stream(followed, onConnected)))) await poll(followed);
}

/** Holds one of this browser's few connections while `action` runs. Returns false, without running it, if none is free. */
export async function inSlot(action) {
  if (!navigator.locks) {
    await action();
    return true;
  }
  for (const slot of SLOTS) {
    const held = await navigator.locks.request(slot, { ifAvailable: true }, async (lock) => {
      if (lock) await action();
      return lock !== null;
    });
    if (held) return true;
  }
  return false;
}

/** Reads one stream until it ends, is silent for too long, or the tab is hidden. */
async function stream(followed, onConnected) {
  try {
    await whileAlive(followed.signal, async (ending, alive) => {
      const answer = await openStream(followed, ending);
      if (answer === null) return;
      reportState(followed, "live");
      onConnected();
      await readFrames(answer.body, (frame) => deliverFrame(followed, frame), alive);
      if (!followed.ended) await sleep(RETRY_MS, followed.signal);
    });
  } catch (error) {
    if (error.code !== "streams-full") throw error;
    await pollFor(followed, FULL_MS);
  }
}

/** Runs `read(ending, alive)`. `ending` aborts without an `alive()` call for too long, when the tab is hidden, or when `signal` aborts. */
export async function whileAlive(signal, read) {
  const ending = new AbortController();
  const end = () => ending.abort();
  const hide = () => document.hidden && end();
  let silence = setTimeout(end, SILENCE_MS);
  const alive = () => {
    reportReachable(true); // a service that sends is reachable, whatever happened to a request
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_MS);
  };
  signal.addEventListener("abort", end);
  document.addEventListener("visibilitychange", hide);
  try {
    await read(ending.signal, alive);
  } catch (error) {
    signal.throwIfAborted();
    if (!document.hidden || error.code === "streams-full") throw error;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", end);
    document.removeEventListener("visibilitychange", hide);
  }
}

/** The response whose body is the stream; null at the end of the table (204). Throws `Problem`. */
async function openStream(followed, signal) {
  const headers = headersFor({ token: followed.token, headers: { Accept: "text/event-stream", "Last-Event-ID": eventId(followed.last) } });
  const answer = await fetch(followed.path, { headers, signal, cache: "no-store", credentials: "omit" });
  reportReachable(answer.status < 500);
  if (answer.status === 204) followed.ended = true;
  if (answer.status >= 400) throw new Problem({ status: answer.status, ...(await answer.json()) });
  return followed.ended ? null : answer;
}

async function pollFor(followed, length) {
  for (const until = performance.now() + length; performance.now() < until && !followed.ended && !document.hidden; ) await poll(followed);
}

/** Fetches events, page by page. Then waits until the next poll is due, or the visitor shows the tab. */
async function poll(followed) {
  const { path, token, signal } = followed;
  for (let more = true; more && !followed.ended; ) {
    const { body } = await api.get(`${path}?after=${eventId(followed.last)}&limit=500`, { token, signal, once: true });
    reportState(followed, "polling");
    deliverEvents(followed, body.events);
    more = body.next !== null;
  }
  if (!followed.ended) await sleep(document.hidden ? HIDDEN_POLL_MS : POLL_MS, signal);
}

/** An event. If the table no longer has what was sent, throws the `Problem` that a page of events is refused with. */
function deliverFrame(followed, { event, data }) {
  const item = JSON.parse(data);
  if (event === "reset") throw new Problem({ code: "history-changed", status: 409, ...item });
  deliverEvents(followed, [item]);
}

function deliverEvents(followed, events) {
  const news = events.filter((event) => event.version > (followed.last?.version ?? 0));
  if (!news.length) return;
  followed.last = news.at(-1);
  followed.ended = followed.last.type === LAST;
  safely(followed.onEvents, news);
}

function reportState(followed, state) {
  if (followed.reported === state) return;
  followed.reported = state;
  safely(followed.onState, state);
}

/** Waits this long (ms), or until the tab is shown or hidden or the network is back. */
export async function sleep(length, signal) {
  const early = new AbortController();
  const now = () => early.abort();
  const sources = [[document, "visibilitychange"], [window, "online"], [signal, "abort"]];
  sources.forEach(([source, name]) => source.addEventListener(name, now));
  await pause(length, early.signal).catch(() => {});
  sources.forEach(([source, name]) => source.removeEventListener(name, now));
  signal.throwIfAborted();
}
