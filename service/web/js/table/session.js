// A table as this browser knows it: its view, all its events, the seat that is played from here and what it may do.
// Events come over the stream and with the answers to own moves; each is taken once, in order, and the view is never older than they.

import { api } from "../api.js";
import { withNames } from "../names.js";
import { tell } from "../notes.js";
import { idOf } from "../places.js";
import { forget, onSeats, seatsOf } from "../seats.js";
import { follow } from "../stream.js";
import { explain } from "../words.js";

const PAGE = 500;
const AGAIN_MS = 4_000;

export class Session {
  #leaving = new AbortController();
  #turn = Promise.resolve();
  #unfollow = () => {};
  #offSeats;
  #listed = { seat: null, moves: [] };

  /**
   * `onNews()` hears that something is new here, `onState(state)` how the table is followed, `onLost(problem)` that the service has lost some
   * of these events: then the session is of no more use.
   */
  constructor(table, { onNews, onState, onLost }) {
    Object.assign(this, { table, path: `/v1/tables/${table}`, onNews, onState, onLost, held: null, view: null, events: [] });
  }

  /** Fetches everything, then follows the table. Throws `Problem`. */
  async open() {
    this.#choose(seatsOf(this.table));
    await this.#refresh();
    await this.#catchUp();
    this.#choose(seatsOf(this.table));
    await this.#askMoves();
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

  /** The number of the seat that is played from here, null for a spectator. */
  get seat() {
    return this.held?.seat ?? null;
  }

  /** The numbers of all seats that are held in this browser. */
  get heldHere() {
    return seatsOf(this.table).map(({ seat }) => seat);
  }

  /** What this seat owes: {seat, decision, deadline}, or null. */
  get owed() {
    return this.view.owed.find(({ seat }) => seat === this.seat) ?? null;
  }

  /** What this seat may do now: [] while it owes nothing, and until the service has listed the moves of a new decision. */
  get moves() {
    return this.#isListed() ? this.#listed.moves : [];
  }

  /** Sends a request of this seat. Throws `Problem`. */
  ask(method, path, how = {}) {
    return api[method](this.path + path, { token: this.held?.token, ...how });
  }

  /** Plays a move. What happened instead is taken in, too, before the `Problem` is thrown. */
  async play(move) {
    try {
      const { body } = await this.ask("post", "/moves", { body: move });
      await this.take(body.events, body.view);
    } catch (problem) {
      if (problem.code === "decision-closed") await this.take(problem.events);
      throw problem;
    }
  }

  /** The seats as they are now, connected or not; asked once, and what is refused changes nothing here. Throws `Problem`. */
  async look() {
    const { body } = await api.get(this.path, { token: this.held?.token, signal: this.#leaving.signal, once: true });
    return body.seats;
  }

  /** Takes in events, and the view after them if there is one. What is known already changes nothing. */
  take(events, view = null) {
    this.#turn = this.#turn.then(() => this.#take(events, view)).catch((problem) => this.#failed(problem));
    return this.#turn;
  }

  /** Another seat is held here now, or none any more. */
  async reseat() {
    const before = this.held?.token;
    this.#choose(seatsOf(this.table));
    if (before === this.held?.token) return;
    this.#follow();
    await this.take([], null);
  }

  async #take(events, view) {
    const [last, before] = [this.#last(), this.held?.token];
    const news = events.filter(({ version }) => version > last);
    if (news.length && news[0].version === last + 1) this.events.push(...news);
    if (view && view.version >= this.view.version) this.view = withNames(view);
    if (this.view.version < this.#last() || !events.length) await this.#refresh();
    if (this.view.version > this.#last()) await this.#catchUp();
    this.#choose(seatsOf(this.table));
    if (before !== this.held?.token) this.#follow(); // whoever plays now is the one who is seen to be here
    await this.#askMoves();
    this.onNews();
  }

  #last() {
    return this.events.at(-1)?.version ?? 0;
  }

  async #refresh() {
    this.view = withNames((await this.#get("")).body);
  }

  /** Fetches the events up to the view. What has happened since, the stream tells: if it were known already, nobody would ask for its view. */
  async #catchUp() {
    for (let more = true; more && this.#last() < this.view.version; ) {
      const { body } = await this.#get(`/events?after=${idOf(this.events.at(-1))}&limit=${PAGE}`);
      this.events.push(...body.events.filter(({ version }) => version > this.#last() && version <= this.view.version));
      more = body.next !== null;
    }
  }

  async #askMoves() {
    const { seat, owed } = this;
    if (owed && !this.#isListed()) this.#listed = { seat, moves: (await this.#get("/moves")).body.moves };
  }

  /** Two seats can owe the same decision: the moves are those of one of them. */
  #isListed() {
    const { seat, moves } = this.#listed;
    return this.owed !== null && seat === this.seat && moves[0]?.decision === this.owed.decision;
  }

  /** A request of the held seat; if the seat is held no more, it is forgotten and the request is a spectator's. */
  async #get(path) {
    const how = { token: this.held?.token, signal: this.#leaving.signal };
    try {
      return await api.get(this.path + path, how);
    } catch (problem) {
      if (problem.code !== "token-invalid" || !this.held) throw problem;
      forget(this.table, this.held.seat);
      tell(explain(problem));
      this.#choose(seatsOf(this.table));
      if (path === "/moves") return { body: { decision: null, moves: [] } };
      return this.#get(path);
    }
  }

  /** Of several seats that are held here it is the one that owes something, else the one it was. */
  #choose(held) {
    const owing = held.filter(({ seat }) => this.view?.owed.some((owed) => owed.seat === seat));
    const kept = held.find(({ token }) => token === this.held?.token);
    this.held = owing.find(({ seat }) => seat === kept?.seat) ?? owing[0] ?? kept ?? held[0] ?? null;
  }

  #follow() {
    this.#unfollow();
    this.#unfollow = follow(this.table, {
      token: this.held?.token,
      last: this.events.at(-1) ?? null,
      onEvents: (events) => this.take(events),
      onState: this.onState,
      onProblem: (problem) => this.#refused(problem),
    });
  }

  #refused(problem) {
    if (problem.code === "history-changed") return this.onLost(problem);
    if (problem.code !== "token-invalid" || !this.held) return tell(explain(problem), { lasting: true });
    forget(this.table, this.held.seat);
    return this.reseat();
  }

  /** What could not be fetched is asked for again later: the stream tells of it only once. */
  #failed(problem) {
    if (this.#leaving.signal.aborted) return undefined;
    if (problem.code === "history-changed") return this.onLost(problem);
    if (!("code" in problem)) return reportError(problem);
    tell(explain(problem));
    return setTimeout(() => this.#leaving.signal.aborted || this.take([]), AGAIN_MS);
  }
}
