// Advice from a built-in player.

import { Problem, api, sleep } from "../api.js";

const POLL_MS = 150;

/** What a built-in player would do with this seat's pending decision: {move, points}. Throws `Problem`. */
export async function advice(session) {
  const { token } = session.held;
  let { body } = await session.request("post", "/ai-turns", { body: { mode: "advise", decision: session.owed.decision } });
  while (body.status === "queued" || body.status === "running") {
    await sleep(POLL_MS);
    ({ body } = await api.get(`/v1/jobs/${body.job}`, { token }));
  }
  if (body.status === "failed") throw new Problem(body.error);
  return body.result.moves[0];
}
