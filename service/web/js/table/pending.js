// What a board has asked for and has no answer to yet: one thing of a kind at a time, a move does not wait for a hint. What is waited for
// is said on the board, and what was said of a service that is silent is taken back when it answers.

import { isReachable, onReachable } from "../api.js";
import { t } from "../text.js";

/** An answer that comes sooner needs no word that it is waited for. */
const SLOW_MS = 400;

export class Pending {
  #busy = new Set(); // "move", "hint"
  #said = null;
  #unreached = false; // what went wrong last was that there was no answer

  /** `board()` gives the present one, `onProblem(problem)` hears what went wrong. */
  constructor(board, onProblem) {
    Object.assign(this, { board, onProblem });
    this.leave = onReachable(() => this.#reached());
  }

  /** Does something of a kind, unless that is being done already. */
  async run(kind, does) {
    if (this.#busy.has(kind)) return;
    this.#busy.add(kind);
    this.board().busy(true);
    const slow = setTimeout(() => this.#say(), SLOW_MS);
    try {
      await does();
    } catch (problem) {
      this.#unreached = problem.code === "unreachable";
      this.onProblem(problem);
    } finally {
      clearTimeout(slow);
      this.#busy.delete(kind);
      this.board()?.busy(this.#busy.size > 0);
      if (this.#said) this.#say();
    }
  }

  #say() {
    const sending = isReachable() ? "table.sending" : "table.sending-again";
    const words = this.#busy.has("move") ? t(sending) : this.#busy.has("hint") ? t("table.asking") : null;
    if (words !== this.#said) this.board()?.note(words);
    this.#said = words;
  }

  #reached() {
    if (this.#said) this.#say();
    if (isReachable() && this.#unreached) this.board()?.explain(null);
    this.#unreached &&= !isReachable();
  }
}
