// Follows a table of a rollstream service, whatever happens to connections, and posts moves safely. One file for browsers and Node that
// needs nothing else: copy it. Every service has the recipe in words at /docs/clients.md.

const [ANSWER_WITHIN_MS, MOST_BACKOFF_MS, STREAM_AGAIN_MS, POLL_MS, HIDDEN_POLL_MS, POLL_FOR_MS] = [15e3, 15e3, 1e3, 2e3, 10e3, 30e3];
const [STREAM_WITHIN_MS, HELD_BACK_FOR_MS] = [10_000, 600_000]; // a proxy holds back a stream that shows no sign of life until then
const [SILENCE_MS, TICK_MS] = [40_000, 2_000]; // a stream has a sign of life every 15 seconds; a device that has slept notices it at a tick
const [LAST, LATE, BUSY] = ["table.seed-revealed", new Set(["decision-closed", "table-finished"]), new Set([0, 408, 502, 503, 504])];
const isHidden = () => globalThis.document?.hidden === true;

/** Why a request failed: all members are those of the service's answer. `code` is `unreachable` without one. */
export class Problem extends Error {
  constructor(document) {
    super(`${document.code}: ${document.detail ?? ""}`);
    Object.assign(this, { name: "Problem", status: 0, detail: "", retryAfter: 0 }, document);
  }
}

/** Whether a retry may succeed. */
export const isTemporary = ({ status = 0, code }) => [0, 408, 429].includes(status) || (status >= 500 && code !== "table-damaged");
/** A new Idempotency-Key: 128 random bits. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
/** The id of an event in a stream: its version and the first digits of its hash. Without an event: before the first. */
export const eventId = (event) => (event ? `${event.version}-${event.hash.slice(0, 8)}` : "0");

/** A client of the service at `url`. Each request is repeated until an answer is known: each has what makes that harmless. Methods throw
 *  `Problem`, at the latest after pauses of `patience` ms, or AbortError when `signal` aborts. `headers()` are sent with every request.
 */
export class Client {
  constructor(url = "", { headers = () => ({}), fetch = (...request) => globalThis.fetch(...request), patience = 120_000 } = {}) {
    Object.assign(this, { url: url.replace(/\/$/, ""), headers, fetch, patience });
  }

  /** `send("GET", "/v1/tables", {token, body, key, headers, signal, patience})` → {status, body, headers}. A 304 has no body. */
  async send(method, path, { patience = this.patience, ...options } = {}) {
    for (let [failures, left] = [0, patience]; ; failures++) {
      try {
        const answer = await this.open(method, path, { ...options, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
        const body = await bodyOf(answer);
        options.signal?.throwIfAborted();
        if (answer.status < 204 && body === null) throw new Error("This is no answer of a rollstream service, but perhaps of a proxy.");
        return { status: answer.status, body, headers: answer.headers };
      } catch (error) {
        options.signal?.throwIfAborted();
        const problem = error instanceof Problem ? error : new Problem({ code: "unreachable", detail: String(error) });
        const length = pauseAfter(problem, failures);
        if (!(problem.retryAfter || BUSY.has(problem.status)) || (left -= length) < 0) throw problem;
        await sleep(length, options.signal);
      }
    }
  }

  get = (path, options) => this.send("GET", path, options);
  post = (path, options) => this.send("POST", path, { ...options, key: options?.key ?? newKey() }); // has an Idempotency-Key

  /** All moves of the decision that the seat owes, which `GET …/moves` lists in parts; [] if it owes none. */
  async moves(table, token, options) {
    const moves = [];
    let part = "";
    do {
      const { body } = await this.get(`/v1/tables/${table}/moves${part}`, { ...options, token });
      if (moves.length && body.decision !== moves[0].decision) return this.moves(table, token, options); // another one is owed now
      moves.push(...body.moves);
      part = body.next && `?after=${body.next}`;
    } while (part);
    return moves;
  }

  /** Plays a listed move: {events, view}, or null if another move, or the clock, has answered its decision. Repeated, it counts once. */
  async play(table, token, move, options) {
    const played = this.post(`/v1/tables/${table}/moves`, { ...options, token, body: move });
    return (await played.catch((problem) => (LATE.has(problem.code) ? { body: null } : Promise.reject(problem)))).body;
  }

  /** All that is new at a table until it is over, as {anew, view, events}. `events` are in order, each once. `view` is the table as it was
   *  just now, or null. `anew`, at the start and after a reset: forget the events that you have, and go on from `view`. With `history` the
   *  events begin with the first one; with `after`, the id of an event, they begin there, without a view. `onState` gets `live`, `polling`,
   *  `reconnecting`, `offline`, `ended`; `onSign` is called at each sign of life of a stream.
   */
  follow = (table, options) => new Follower(this, `/v1/tables/${table}`, options).news();

  /** The response, its body not read. Throws `Problem`, or what `fetch` throws. */
  async open(method, path, { token, body, key, headers, signal }) {
    const who = { ...(token && { Authorization: `Bearer ${token}` }), ...(key && { "Idempotency-Key": key }) };
    const sent = { ...this.headers(), ...who, ...(body && { "Content-Type": "application/json" }), ...headers };
    const request = { method, headers: sent, body: JSON.stringify(body), signal, cache: "no-store", credentials: "omit" };
    const answer = await this.fetch(this.url + path, request);
    if (answer.status < 400) return answer;
    const [told, retryAfter] = [await bodyOf(answer), Number(answer.headers.get("Retry-After")) || 0];
    throw new Problem({ ...(told?.code ? told : { code: "unreachable" }), status: answer.status, retryAfter });
  }
}

class Follower {
  constructor(client, path, { token, after = null, history = false, signal, onState = () => {}, onSign = () => {} } = {}) {
    Object.assign(this, { client, path, who: { token, signal, patience: 0 }, at: after, history, signal, onState, onSign });
    Object.assign(this, { tag: null, state: null, isLast: false, failures: 0, pollUntil: 0 });
  }

  async *news() {
    while (!this.isLast) {
      try {
        yield* this.at === null || isHidden() || Date.now() < this.pollUntil ? this.poll() : this.stream();
      } catch (problem) {
        this.signal?.throwIfAborted();
        if (problem.code === "history-changed") this.at = null;
        else if (["streams-full", "too-many-streams"].includes(problem.code)) this.pollUntil = Date.now() + POLL_FOR_MS;
        else if (!isTemporary(problem)) throw problem;
        else {
          this.report(globalThis.navigator?.onLine === false ? "offline" : "reconnecting");
          await sleep(pauseAfter(problem, this.failures++), this.signal);
        }
      }
    }
    this.report("ended");
  }

  async *stream() {
    let [last, within] = [Date.now(), STREAM_WITHIN_MS];
    const life = watch(this.signal, () => isHidden() || Date.now() > last + within);
    try {
      const headers = { Accept: "text/event-stream", "Last-Event-ID": this.at };
      const answer = await this.client.open("GET", `${this.path}/events`, { ...this.who, headers, signal: life.signal });
      this.isLast = answer.status === 204;
      if (!this.isLast && !/event-stream/.test(answer.headers.get("Content-Type"))) throw new Error("This is no stream.");
      if (!this.isLast) this.report("live");
      for await (const { event, data } of framesOf(answer, () => (([last, within] = [Date.now(), SILENCE_MS]), this.onSign()))) {
        if (event === "reset") throw new Problem({ ...data, code: "history-changed", status: 409 });
        yield this.after([data]);
      }
    } catch (error) {
      this.signal?.throwIfAborted();
      if (within === STREAM_WITHIN_MS && Date.now() > last + within) this.pollUntil = Date.now() + HELD_BACK_FOR_MS;
      else if (!isHidden()) throw error;
    } finally {
      life.end();
    }
    if (!this.isLast) await sleep(STREAM_AGAIN_MS, this.signal);
  }

  /** Polls once; at the start and after a reset, only for the view. */
  async *poll() {
    const [tag, anew] = [this.at === null ? null : this.tag, this.at === null];
    const { status, body, headers } = await this.client.get(this.path, { ...this.who, headers: tag ? { "If-None-Match": tag } : {} });
    if (anew) this.at = this.history ? "0" : /\d+-\w{8}/.exec(headers.get("ETag"))?.[0] ?? `${body.version}`;
    if (anew) yield { ...this.after([], this.history ? null : body), anew, view: body };
    else this.report("polling");
    for (let more = status !== 304 && !anew; more; ) {
      const page = (await this.client.get(`${this.path}/events?after=${this.at}&limit=500`, this.who)).body;
      more = page.next !== null;
      yield this.after(page.events, more ? null : body);
    }
    this.tag = headers.get("ETag"); // not before: a poll that fails on its way is made again
    if (!this.isLast && !anew) await sleep(isHidden() ? HIDDEN_POLL_MS : POLL_MS, this.signal);
  }

  after(events, view = null) {
    if (events.length) this.at = eventId(events.at(-1));
    this.isLast = view?.status === "finished" || events.at(-1)?.type === LAST;
    return { anew: false, view, events };
  }

  report(state) {
    if (state === "live" || state === "polling") this.failures = 0;
    if (state !== this.state) this.onState((this.state = state));
  }
}

/** The frames of a stream as {event, data}, until it ends. */
export async function* framesOf({ body }, onSign) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "", part = await reader?.read(); part && !part.done; part = await reader.read()) {
    onSign();
    const frames = (rest + part.value).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame);
      if (data) yield { event: /^event: (.*)$/m.exec(frame)?.[1], data: JSON.parse(data[1]) };
    }
  }
}

const bodyOf = async (answer) => (/\bjson\b/.test(answer.headers.get("Content-Type")) ? answer.json() : null);
const backoff = (failures) => Math.min(MOST_BACKOFF_MS, 500 * 2 ** failures) * (0.5 + Math.random());
const pauseAfter = ({ retryAfter = 0 }, failures) => retryAfter * 1000 + backoff(failures);

/** {signal, end()}: the signal aborts with another one, when `isOver()`, and at the end. */
export function watch(signal, isOver) {
  const ending = new AbortController();
  const end = () => (clearInterval(ticking), ending.abort());
  const check = () => isOver() && end();
  const ticking = setInterval(check, TICK_MS);
  signal?.addEventListener("abort", end, { signal: ending.signal });
  globalThis.document?.addEventListener("visibilitychange", check, { signal: ending.signal });
  if (signal?.aborted) end();
  return { signal: ending.signal, end };
}

/** Waits this long (ms), or until the page is shown or hidden, or the network is back. Rejects when the signal aborts. */
export function sleep(length, signal) {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      (signal?.aborted ? reject : resolve)(signal?.reason);
    };
    const timer = setTimeout(end, length);
    for (const [source, name] of [[signal, "abort"], [globalThis.document, "visibilitychange"], [globalThis.window, "online"]])
      source?.addEventListener(name, end, { signal: over.signal });
    if (signal?.aborted) end();
  });
}
