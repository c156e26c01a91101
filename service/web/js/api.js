// The client of the public API (openapi.yaml). It retries a request whose answer is lost. Each request carries what makes a retry
// harmless: a move its decision, all others an Idempotency-Key.

import { noteDate } from "./clock.js";
import { safely } from "./safely.js";
import { language } from "./text.js";

const TIMEOUT_MS = 15_000;
const PAUSES_MS = [300, 1_000, 2_000, 4_000];
const TEMPORARY = new Set([502, 503, 504]);
const listeners = new Set();
let reachable = true;

/** A refusal. `code` is one of the contract's, or `unreachable` without an answer. All other members are those of the contract. */
export class Problem extends Error {
  constructor(document) {
    super(`${document.code}: ${document.detail ?? ""}`);
    this.name = "Problem";
    Object.assign(this, { status: 0, title: "", detail: "", errors: [], events: [], version: null, owed: null, field: null }, document);
  }
}

/**
 * `api.get("/v1/tables", {token, language, headers, signal, once})`, `api.post(path, {body, key, …})`, `api.delete(path, …)`
 * → {status, body, headers}. `key` is the Idempotency-Key (default: a new one). `once`: no retry, as for polling.
 * Throws `Problem`, or AbortError when `signal` aborts. A 304 is an answer without a body.
 */
export const api = {
  get: (path, options = {}) => send("GET", path, options),
  post: (path, options = {}) => send("POST", path, { ...options, key: options.key ?? newKey() }),
  delete: (path, options = {}) => send("DELETE", path, options),
};

/** A new Idempotency-Key: 128 random bits. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
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

/** The headers that every request has: who sends it, and in which language. */
export function headersFor({ token, language: chosen, headers }) {
  return { "Accept-Language": chosen ?? language(), ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers };
}

async function send(method, path, options) {
  const pauses = options.once ? [] : PAUSES_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(method, path, options);
    } catch (problem) {
      const temporary = problem.code === "unreachable" || TEMPORARY.has(problem.status);
      if (!temporary || attempt >= pauses.length) throw problem;
      await pause(Math.max(pauses[attempt], (problem.retryAfter ?? 0) * 1000), options.signal);
    }
  }
}

async function sendOnce(method, path, options) {
  const giveUp = new AbortController();
  const late = setTimeout(() => giveUp.abort(), TIMEOUT_MS);
  const stop = () => giveUp.abort();
  options.signal?.addEventListener("abort", stop);
  const sent = performance.now();
  try {
    const answer = await fetch(path, { ...requestInit(method, options), signal: giveUp.signal });
    noteDate(answer.headers.get("Date"), sent);
    const body = await bodyOf(answer);
    reportReachable(true);
    if (answer.status >= 400) throw problemOf(answer, body);
    return { status: answer.status, body, headers: answer.headers };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof Problem) throw error;
    reportReachable(false);
    throw new Problem({ code: "unreachable", detail: String(error) });
  } finally {
    clearTimeout(late);
    options.signal?.removeEventListener("abort", stop);
  }
}

function requestInit(method, { body, key, ...who }) {
  const headers = headersFor(who);
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store", credentials: "omit" };
}

async function bodyOf(answer) {
  const text = await answer.text();
  const kind = answer.headers.get("Content-Type") ?? "";
  return text && /\bjson\b/.test(kind) ? JSON.parse(text) : text || null;
}

function problemOf(answer, body) {
  const document = body !== null && typeof body === "object" && "code" in body ? body : { code: "unreachable", status: answer.status };
  return new Problem({ ...document, retryAfter: Number(answer.headers.get("Retry-After") ?? 0) });
}

/** Waits this long (ms). Rejects at once when the signal aborts. */
export function pause(length, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, length);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
