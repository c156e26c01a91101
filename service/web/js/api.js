// The client of the public API (openapi.yaml). It retries a request whose answer is lost. Each request carries what makes a retry
// harmless: a move its decision, all others an Idempotency-Key.

import { noteDate } from "./clock.js";
import { safely } from "./safely.js";
import { language } from "./text.js";

const PATIENCE_MS = 15_000;
const PAUSES_MS = [300, 1_000, 2_000, 4_000];
const PASSING = new Set([502, 503, 504]);
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
  get: (path, how = {}) => ask("GET", path, how),
  post: (path, how = {}) => ask("POST", path, { ...how, key: how.key ?? newKey() }),
  delete: (path, how = {}) => ask("DELETE", path, how),
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
export function noteReachable(answers) {
  if (answers === reachable) return;
  reachable = answers;
  listeners.forEach((changed) => safely(changed, answers));
}

/** The headers that every request has: who sends it, and in which language. */
export function headersFor({ token, language: wanted, headers }) {
  return { "Accept-Language": wanted ?? language(), ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers };
}

async function ask(method, path, how) {
  const pauses = how.once ? [] : PAUSES_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await askOnce(method, path, how);
    } catch (problem) {
      const passing = problem.code === "unreachable" || PASSING.has(problem.status);
      if (!passing || attempt >= pauses.length) throw problem;
      await pause(Math.max(pauses[attempt], (problem.retryAfter ?? 0) * 1000), how.signal);
    }
  }
}

async function askOnce(method, path, how) {
  const giveUp = new AbortController();
  const late = setTimeout(() => giveUp.abort(), PATIENCE_MS);
  const stop = () => giveUp.abort();
  how.signal?.addEventListener("abort", stop);
  const sent = performance.now();
  try {
    const answer = await fetch(path, { ...request(method, how), signal: giveUp.signal });
    noteDate(answer.headers.get("Date"), sent);
    const body = await bodyOf(answer);
    noteReachable(true);
    if (answer.status >= 400) throw problemOf(answer, body);
    return { status: answer.status, body, headers: answer.headers };
  } catch (error) {
    how.signal?.throwIfAborted();
    if (error instanceof Problem) throw error;
    noteReachable(false);
    throw new Problem({ code: "unreachable", detail: String(error) });
  } finally {
    clearTimeout(late);
    how.signal?.removeEventListener("abort", stop);
  }
}

function request(method, { body, key, ...who }) {
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
  const told = body !== null && typeof body === "object" && "code" in body ? body : { code: "unreachable", status: answer.status };
  return new Problem({ ...told, retryAfter: Number(answer.headers.get("Retry-After") ?? 0) });
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
