// Hints from a built-in player: its advice, one move after the other.

import { Problem, api, sleep } from "../api.js";
import { language, t } from "../text.js";

const POLL_MS = 150;

/** Moves that can be shown for one decision, the best of each kind. */
const MOST = 6;

/** The hints for one decision after the other. */
export class Hints {
  #decision = null;
  #hints = [];
  #shown = 0;

  /**
   * A hint of this level for the seat's pending decision: {move, text, more}; `more`: there are other moves to show. It is the best move,
   * or with `again` the next one after that which was shown. Throws `Problem`.
   */
  async next(session, level, again) {
    const { decision } = session.owed;
    if (decision !== this.#decision) {
      this.#hints = hintsOf(await advice(session, level));
      [this.#decision, this.#shown] = [decision, 0];
    } else this.#shown = again ? (this.#shown + 1) % this.#hints.length : 0;
    return this.#hints[this.#shown];
  }
}

async function advice(session, level) {
  const { token } = session.held;
  let { body } = await session.request("post", "/ai-turns", { body: { mode: "advise", level, decision: session.owed.decision } });
  while (body.status === "queued" || body.status === "running") {
    await sleep(POLL_MS);
    ({ body } = await api.get(`/v1/jobs/${body.job}`, { token }));
  }
  if (body.status === "failed") throw new Problem(body.error);
  return body.result;
}

function hintsOf({ moves, provisional }) {
  const best = new Map();
  for (const one of moves) if (!best.has(kindOf(one.move))) best.set(kindOf(one.move), one);
  const shown = [...best.values()].slice(0, MOST);
  return shown.map(({ move, reason }, number) => ({ move, text: textOf(reason[language()], number, shown.length, provisional), more: shown.length > 1 }));
}

/** What a move does, whatever dice or places it does it with. */
const kindOf = ({ type, card, cards, freeze, token }) => `${type} ${card ?? cards ?? freeze ?? token}`;

function textOf(reason, number, n, provisional) {
  if (number) return t("table.hint-next", { nth: number + 1, n, reason });
  return t(provisional ? "table.hint-provisional" : "table.hint-text", { reason });
}
