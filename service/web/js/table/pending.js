// The requests of a board without an answer yet: one of each kind at a time; a move does not wait for a hint. The board shows what is
// pending. A note about a silent service is removed when it answers.

import { isReachable, onReachable } from "../api.js";
import { t } from "../text.js";

/** An answer within this time needs no note about waiting. */
const SLOW_MS = 400;

export class Pending {
  #busy = new Set(); // "move", "hint"
  #shown = null;
  #unreached = false; // the last failure was that there was no answer

  /** `board()` returns the present one, `onProblem(problem)` is called with an error. */
  constructor(board, onProblem) {
    Object.assign(this, { board, onProblem });
    this.leave = onReachable(() => this.#reached());
  }

  /** Runs a request of a kind, unless one is already running. */
  async run(kind, action) {
    if (this.#busy.has(kind)) return;
    this.#busy.add(kind);
    this.board().busy(true);
    const slow = setTimeout(() => this.#show(), SLOW_MS);
    try {
      await action();
    } catch (problem) {
      this.#unreached = problem.code === "unreachable";
      this.onProblem(problem);
    } finally {
      clearTimeout(slow);
      this.#busy.delete(kind);
      this.board()?.busy(this.#busy.size > 0);
      if (this.#shown) this.#show();
    }
  }

  #show() {
    const sending = isReachable() ? "table.sending" : "table.sending-again";
    const words = this.#busy.has("move") ? t(sending) : this.#busy.has("hint") ? t("table.hint-requested") : null;
    if (words !== this.#shown) this.board()?.note(words);
    this.#shown = words;
  }

  #reached() {
    if (this.#shown) this.#show();
    if (isReachable() && this.#unreached) this.board()?.explain(null);
    this.#unreached &&= !isReachable();
  }
}
