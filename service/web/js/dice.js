// Dice that nobody can choose (docs/fairness.md): the service fixes a table's id and the commitment of its secret before this page
// names its client seed. What was promised is kept in this browser, compared at once, and again when the dice are checked.

import { api, newKey, Problem } from "./api.js";
import { changed } from "./fixed.js";
import { keep, kept, keptNames } from "./kept.js";
import { tell } from "./notes.js";
import { t } from "./text.js";
import { explain } from "./words.js";

const BEGINNING = "rollstream.dice.";
const MOST_TABLES = 200;
const SPENT = new Set(["commitment-used", "commitment-expired", "commitment-unknown", "idempotency-key-reused"]);

/** Dice that were reserved for a table which then was not created: they are for the next try, so that no failure brings other ones. */
let waiting = null;

/** Posts the order for a table there, on reserved dice and with a seed of our own; returns the answer and the dice. `who` asks. Throws `Problem`. */
export async function createdAt(path, wanted, who = {}) {
  const dice = waiting ?? (await reserved());
  waiting = null;
  const commitment = dice.reservation ? { commitment: dice.reservation } : {};
  try {
    const { body, status } = await api.post(path, { ...who, key: dice.key, body: { client_seed: dice.seed, ...commitment, ...wanted } });
    return { body, status, dice };
  } catch (problem) {
    if (!SPENT.has(problem.code)) waiting = dice;
    throw problem;
  }
}

/** What a table is to be created on: {reservation (null: this service has none, which is told), seed, key}. Throws `Problem`. */
async function reserved() {
  const ours = { seed: newKey(), key: newKey() };
  try {
    return { ...ours, reservation: (await api.post("/v1/commitments")).body };
  } catch (problem) {
    if (problem.code !== "route-unknown") throw problem;
    tell(t("dice.none-reserved"), { lasting: true });
    return { ...ours, reservation: null };
  }
}

/** Keeps what a new table was created on. Throws the `Problem` `dice-changed` if the table has other dice. */
export function keepCreated(view, { reservation, seed }) {
  const promise = { how: reservation ? "reserved" : "created", commitment: reservation?.commitment ?? view.fairness.commitment, seeds: [seed] };
  keepPromise(view.table, promise);
  if (changed(promise, view) || (reservation && reservation.table !== view.table)) throw changedDice();
}

/** Keeps the commitment that a table had before we named our seed and sat down there. Throws as `keepCreated`. */
export function keepSeated(view, { commitment }, seed) {
  const before = promiseOf(view.table);
  const promise = before ? { ...before, seeds: [...before.seeds, seed] } : { how: "seated", commitment, seeds: [seed] };
  keepPromise(view.table, promise);
  if (changed(promise, view)) throw changedDice();
}

/** Keeps what a rematch is played on: the dice that we reserved, if we asked before all others, else the `commitment` that the table had. The
 *  seed counts with the first request for our seat (`isFirst`) before the start. Throws as `keepCreated`.
 */
export function keepAsked(view, { seed, isFirst, reservation, commitment }) {
  const before = promiseOf(view.table);
  const first = reservation?.table === view.table;
  const counted = view.state === null ? isFirst : view.fairness.client_seeds.includes(seed);
  const fresh = first ? { how: "reserved", commitment: reservation.commitment } : { how: "seated", commitment };
  const promise = { ...(before ?? fresh), seeds: [...(before?.seeds ?? []), ...(counted ? [seed] : [])] };
  keepPromise(view.table, promise);
  if (changed(promise, view)) throw changedDice();
}

/** Forgets the seeds that were named in sitting down at a table: whoever leaves it before its start takes them away. */
export function forgetSeated(table) {
  const before = promiseOf(table);
  if (before?.how === "seated") keep(BEGINNING + table, null);
  else if (before) keepPromise(table, { ...before, seeds: before.seeds.slice(0, 1) });
}

/** What this browser keeps of a table's dice, null if nothing: {how: "reserved" | "created" | "seated", commitment, seeds, at}. */
export function promiseOf(table) {
  try {
    const { how, commitment, seeds, at } = JSON.parse(kept(BEGINNING + table));
    return { how, commitment, seeds: [...seeds], at: Number(at) || 0 };
  } catch {
    return null;
  }
}

function keepPromise(table, promise) {
  keep(BEGINNING + table, JSON.stringify({ ...promise, at: Date.now() }));
  const tables = keptNames(BEGINNING).map((name) => name.slice(BEGINNING.length));
  const oldest = tables.map((one) => [promiseOf(one)?.at ?? 0, one]).sort(([one], [other]) => other - one);
  for (const [, old] of oldest.slice(MOST_TABLES)) keep(BEGINNING + old, null);
}

/** Told here as well, so that it stays to be read whatever becomes of the problem. */
function changedDice() {
  const problem = new Problem({ code: "dice-changed" });
  tell(explain(problem), { lasting: true });
  return problem;
}
