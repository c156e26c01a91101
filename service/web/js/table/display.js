// What is shown runs a little behind what is known: events that came at once are shown one after the other.

import { mayMove } from "../pace.js";

/** So many events are still shown one by one; of more only what comes of them. */
const MOST_BEHIND = 40;

/**
 * Brings a board from version to version. `board()` gives the present one; `onEvent(event)` hears of each as soon as it can be seen, `onRest()` of
 * the end. What others did is shown in a hurry while the clock of whoever plays here runs already.
 */
export class Display {
  #running = null;

  constructor({ session, board, onEvent, onRest }) {
    Object.assign(this, { session, board, onEvent, onRest, version: session.view.version });
  }

  /** Shows what is new; done when everything has been shown. */
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
    await board.play(event, { hurried, onSeen: () => this.onEvent(event) }); // words come when the dice have landed, not before
  }
}
