// The display runs slightly behind the known events: events that arrive at once are shown one after the other.

import { mayMove } from "../pace.js";

/** Up to this many events are shown one by one; of more only the result. */
const MOST_BEHIND = 40;

/**
 * Brings a board from version to version. `board()` returns the present one. `onEvent(event)` is called once an event is visible,
 * `onRest()` at the end. Other players' events are shown faster while the clock of this browser's seat runs.
 */
export class Display {
  #running = null;

  constructor({ session, board, onEvent, onRest }) {
    Object.assign(this, { session, board, onEvent, onRest, version: session.view.version });
  }

  /** Shows what is new. Resolves when everything has been shown. */
  catchUp() {
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  async #run() {
    while (this.version < this.session.view.version) await this.#step();
    const { view, moves } = this.session;
    this.board()?.update(view, moves);
    this.onRest();
  }

  async #step() {
    const { events, view } = this.session;
    const behind = view.version - this.version;
    const event = events[this.version];
    this.version += 1;
    if (event === undefined) return;
    const board = this.board();
    const hurried = Boolean(this.session.owed?.deadline);
    if (!board || !mayMove() || behind > MOST_BEHIND) return this.onEvent(event);
    await board.play(event, { hurried, onSeen: () => this.onEvent(event) }); // the text appears when the dice have landed, not before
  }
}
