// The client of the public API (openapi.yaml). To rollstream-follow, which repeats requests and follows tables, the page adds its language,
// the service's clock, whether the service answers, and that few tabs hold a stream open.

import { noteDate } from "./clock.js";
import { Client } from "./rollstream-follow.mjs";
import { safely } from "./safely.js";
import { language } from "./text.js";

export { newKey, Problem, sleep } from "./rollstream-follow.mjs";

const PATIENCE_MS = 8_000;
const STREAM = "text/event-stream";
const listeners = new Set();
let reachable = true;

class PageClient extends Client {
  open(method, path, options) {
    const open = () => super.open(method, path, options);
    return options.headers?.Accept === STREAM ? import("./slots.js").then(({ inSlot }) => inSlot(options.signal, open)) : open();
  }
}

/** The page's client of its own service. */
export const client = new PageClient("", {
  headers: () => ({ "Accept-Language": language() }),
  fetch: (...request) => observe(...request),
  patience: PATIENCE_MS,
});

/**
 * `api.get("/v1/tables", {token, language, headers, signal, once})`, `api.post(path, {body, key, …})`, `api.delete(path, …)`
 * → {status, body, headers}. `key` is the Idempotency-Key (default: a new one). `once`: no retry, as for polling.
 * Throws `Problem`, or AbortError when `signal` aborts. A 304 is an answer without a body.
 */
export const api = {
  get: (path, options) => client.get(path, optionsOf(options)),
  post: (path, options) => client.post(path, optionsOf(options)),
  delete: (path, options) => client.send("DELETE", path, optionsOf(options)),
};

function optionsOf({ language: chosen, once, headers, ...options } = {}) {
  return { ...options, headers: { ...(chosen && { "Accept-Language": chosen }), ...headers }, ...(once && { patience: 0 }) };
}

/** Whether the service answered the last request. */
export const isReachable = () => reachable;

/** Calls back with true or false whenever that changes. Returns a function that stops this. */
export function onReachable(changed) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Notifies all listeners whether the service answers. A stream knows it, too. */
export function reportReachable(answers) {
  if (answers === reachable) return;
  reachable = answers;
  listeners.forEach((changed) => safely(changed, answers));
}

/** A fetch that notes what its answer says about the service. */
async function observe(address, request) {
  const sent = performance.now();
  try {
    const answer = await fetch(address, request);
    noteDate(answer.headers.get("Date"), sent);
    reportReachable(true);
    return answer;
  } catch (error) {
    if (error.name !== "AbortError") reportReachable(false);
    throw error;
  }
}
