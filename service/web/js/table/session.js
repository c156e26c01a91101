// A table as this browser knows it: its view, all its events, the seat played from here and its legal moves.
// Events come over the stream and with the answers to own moves. Each is added once, in order, and the view is never older than they are.

import { api } from "../api.js";
import { withNames } from "../names.js";
import { eventId } from "../rollstream-follow.mjs";
import { deleteSeat, onSeats, seatsOf } from "../seats.js";
import { follow } from "../stream.js";
import { showProblem } from "../problems.js";

const EVENTS_PER_PAGE = 500;
const RETRY_MS = 4_000;

export class Session {
  #leaving = new AbortController();
  #turn = Promise.resolve();
  #unfollow = () => {};
  #offSeats;
  #listed = { seat: null, moves: [] };

  /**
   * `onNews()` is called when something has changed, `onState(state)` with the state of the connection, `onLost(problem)` when the service
   * has lost some of these events: then the session is useless. Of several held seats that owe a decision, `seat` is preferred.
   */
  constructor(table, { seat = null, onNews, onState, onLost }) {
    const held = seatsOf(table).find((one) => one.seat === seat) ?? null;
    Object.assign(this, { table, path: `/v1/tables/${table}`, onNews, onState, onLost, held, view: null, events: [] });
  }

  /** Fetches everything, then follows the table. Throws `Problem`. */
  async open() {
    this.#choose(seatsOf(this.table));
    await this.#refresh();
    this.#choose(seatsOf(this.table));
    await this.#fetchMoves();
    this.#leaving.signal.throwIfAborted();
    this.#follow();
    this.#offSeats = onSeats(() => this.reseat());
    return this;
  }

  leave() {
    this.#leaving.abort();
    this.#unfollow();
    this.#offSeats?.();
  }

  /** The number of the seat played from here, null for a spectator. */
  get seat() {
    return this.held?.seat ?? null;
  }

  /** The numbers of all seats held in this browser. */
  get heldHere() {
    return seatsOf(this.table).map(({ seat }) => seat);
  }

  /** This seat's pending decision: {seat, decision, deadline}, or null. */
  get owed() {
    return this.view.owed.find(({ seat }) => seat === this.seat) ?? null;
  }

  /** This seat's legal moves: [] while no decision is pending, and until the service has listed the moves of a new decision. */
  get moves() {
    return this.#isListed() ? this.#listed.moves : [];
  }

  /** Sends a request of this seat. Throws `Problem`. */
  request(method, path, options = {}) {
    return api[method](this.path + path, { token: this.held?.token, ...options });
  }

  /** Plays a move. If other events came first, adds those before it throws the `Problem`. */
  async play(move) {
    try {
      const { body } = await this.request("post", "/moves", { body: move });
      await this.add(body.events, body.view);
    } catch (problem) {
      if (problem.code === "decision-closed") await this.add(problem.events);
      throw problem;
    }
  }

  /** The seats as they are now, connected or not. Sends one request; a refusal changes nothing here. Throws `Problem`. */
  async fetchSeats() {
    const { body } = await api.get(this.path, { token: this.held?.token, signal: this.#leaving.signal, once: true });
    return body.seats;
  }

  /** Adds events, and the view after them if there is one. Known events change nothing; missing ones before them are fetched. */
  add(events, view = null) {
    this.#turn = this.#turn.then(() => this.#add(events, view)).catch((problem) => this.#failed(problem));
    return this.#turn;
  }

  /** The seats held here have changed. */
  async reseat() {
    const before = this.held?.token;
    this.#choose(seatsOf(this.table));
    if (before === this.held?.token) return;
    this.#follow();
    await this.add([], null);
  }

  async #add(events, view) {
    const [last, before] = [this.#last(), this.held?.token];
    const news = events.filter(({ version }) => version > last);
    if (news.length && news[0].version === last + 1) this.events.push(...news);
    const newest = Math.max(this.view.version, news.at(-1)?.version ?? last);
    if (view && view.version >= newest) await this.#reach(withNames(view));
    else if (this.view.version < newest || !events.length) await this.#refresh();
    this.#choose(seatsOf(this.table));
    if (before !== this.held?.token) this.#follow(); // the seat that plays now is the one that is shown as connected
    await this.#fetchMoves();
    this.onNews();
  }

  #last() {
    return this.events.at(-1)?.version ?? 0;
  }

  async #refresh() {
    await this.#reach(withNames((await this.#get("")).body));
  }

  /**
   * Fetches the events up to a view, then adds both at once: a room that was drawn in between would never show these events.
   * The stream sends later ones: adding them now would leave the view older than the events.
   */
  async #reach(view) {
    const missing = [];
    const newest = () => missing.at(-1) ?? this.events.at(-1);
    for (let [more, last] = [true, this.#last()]; more && last < view.version; last = newest()?.version ?? 0) {
      const { body } = await this.#get(`/events?after=${eventId(newest())}&limit=${EVENTS_PER_PAGE}`);
      missing.push(...body.events.filter(({ version }) => version > last && version <= view.version));
      more = body.next !== null;
    }
    this.events.push(...missing);
    this.view = view;
  }

  /** The moves come in parts. If another decision is owed meanwhile, news of it is on its way, and fetches its moves. */
  async #fetchMoves() {
    const { seat, owed } = this;
    if (!owed || this.#isListed()) return;
    const moves = [];
    let part = "";
    do {
      const { body } = await this.#get(`/moves${part}`);
      moves.push(...body.moves);
      part = body.next && `?after=${body.next}`;
    } while (part);
    this.#listed = { seat, moves };
  }

  /** Two seats can owe the same decision: the moves are those of one of them. */
  #isListed() {
    const { seat, moves } = this.#listed;
    return this.owed !== null && seat === this.seat && moves[0]?.decision === this.owed.decision;
  }

  /** A request of the held seat. If the seat is no longer held, deletes it and repeats the request as a spectator. */
  async #get(path) {
    const options = { token: this.held?.token, signal: this.#leaving.signal };
    try {
      return await api.get(this.path + path, options);
    } catch (problem) {
      if (problem.code !== "token-invalid" || !this.held) throw problem;
      deleteSeat(this.table, this.held.seat);
      showProblem(problem);
      this.#choose(seatsOf(this.table));
      if (path.startsWith("/moves")) return { body: { decision: null, moves: [], next: null } };
      return this.#get(path);
    }
  }

  /** Of several held seats, chooses the one with a pending decision, else keeps the present one. */
  #choose(held) {
    const owing = held.filter(({ seat }) => this.view?.owed.some((owed) => owed.seat === seat));
    const present = held.find(({ token }) => token === this.held?.token);
    this.held = owing.find(({ seat }) => seat === present?.seat) ?? owing[0] ?? present ?? held[0] ?? null;
  }

  #follow() {
    this.#unfollow();
    this.#unfollow = follow(this.table, {
      token: this.held?.token,
      last: this.events.at(-1) ?? null,
      onEvents: (events, view) => this.add(events, view),
      onState: this.onState,
      onProblem: (problem) => this.#refused(problem),
    });
  }

  #refused(problem) {
    if (problem.code === "history-changed") return this.onLost(problem);
    if (problem.code !== "token-invalid" || !this.held) return showProblem(problem, { lasting: true });
    deleteSeat(this.table, this.held.seat);
    return this.reseat();
  }

  /** Retries a failed fetch later: the stream sends each event only once. */
  #failed(problem) {
    if (this.#leaving.signal.aborted) return undefined;
    if (problem.code === "history-changed") return this.onLost(problem);
    if (!("code" in problem)) return reportError(problem);
    showProblem(problem);
    return setTimeout(() => this.#leaving.signal.aborted || this.add([]), RETRY_MS);
  }
}
