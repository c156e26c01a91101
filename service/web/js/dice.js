// Dice that nobody can choose (docs/fairness.md). The service fixes a table's id and the commitment of its secret before this page sends
// its client seed. This browser stores the commitment, compares it at once, and compares it again when the dice are checked.

import { api, newKey, Problem } from "./api.js";
import { isChanged } from "./dice_origin.js";
import { readStorage, storedNames, writeStorage } from "./storage.js";
import { showNote } from "./notes.js";
import { t } from "./text.js";
import { showProblem } from "./problems.js";

const KEY_PREFIX = "rollstream.dice.";
const MOST_TABLES = 200;
const USED_CODES = new Set(["commitment-used", "commitment-expired", "commitment-unknown", "idempotency-key-reused"]);

/** Dice reserved for a table that was not created: the next attempt uses them, so that no failure changes the dice. */
let unusedDice = null;

/** Requests a table, on reserved dice and with our own seed. Returns the answer and the dice. `who` sends it. Throws `Problem`. */
export async function requestTable(path, wanted, who = {}) {
  const dice = unusedDice ?? (await reserveDice());
  unusedDice = null;
  const commitment = dice.reservation ? { commitment: dice.reservation } : {};
  try {
    const { body, status } = await api.post(path, { ...who, key: dice.key, body: { client_seed: dice.seed, ...commitment, ...wanted } });
    return { body, status, dice };
  } catch (problem) {
    if (!USED_CODES.has(problem.code)) unusedDice = dice;
    throw problem;
  }
}

/** What a new table's dice come from: {reservation (null: this service has none; the page says so), seed, key}. Throws `Problem`. */
async function reserveDice() {
  const ours = { seed: newKey(), key: newKey() };
  try {
    return { ...ours, reservation: (await api.post("/v1/commitments")).body };
  } catch (problem) {
    if (problem.code !== "route-unknown") throw problem;
    showNote(t("dice.none-reserved"), { lasting: true });
    return { ...ours, reservation: null };
  }
}

/** Stores what a new table's dice come from. Throws the `Problem` `dice-changed` if the table has other dice. */
export function storeCreatedDice(view, { reservation, seed }) {
  const stored = { how: reservation ? "reserved" : "created", commitment: reservation?.commitment ?? view.fairness.commitment, seeds: [seed] };
  storeDice(view.table, stored);
  if (isChanged(stored, view) || (reservation && reservation.table !== view.table)) throw changedDice();
}

/** Stores the commitment that a table had before we sent our seed and joined it. Throws as `storeCreatedDice`. */
export function storeJoinedDice(view, { commitment }, seed) {
  const before = storedDiceOf(view.table);
  const stored = before ? { ...before, seeds: [...before.seeds, seed] } : { how: "seated", commitment, seeds: [seed] };
  storeDice(view.table, stored);
  if (isChanged(stored, view)) throw changedDice();
}

/** Stores what a rematch's dice come from: our reserved dice if our request was the first, else the `commitment` that the table had. The
 *  seed counts with the first request for our seat (`isFirst`) before the start. Throws as `storeCreatedDice`.
 */
export function storeRematchDice(view, { seed, isFirst, reservation, commitment }) {
  const before = storedDiceOf(view.table);
  const first = reservation?.table === view.table;
  const counted = view.state === null ? isFirst : view.fairness.client_seeds.includes(seed);
  const fresh = first ? { how: "reserved", commitment: reservation.commitment } : { how: "seated", commitment };
  const stored = { ...(before ?? fresh), seeds: [...(before?.seeds ?? []), ...(counted ? [seed] : [])] };
  storeDice(view.table, stored);
  if (isChanged(stored, view)) throw changedDice();
}

/** Deletes the seeds sent in joining a table: leaving before the start removes them from the table. */
export function deleteJoinedSeeds(table) {
  const before = storedDiceOf(table);
  if (before?.how === "seated") writeStorage(KEY_PREFIX + table, null);
  else if (before) storeDice(table, { ...before, seeds: before.seeds.slice(0, 1) });
}

/** What this browser stores about a table's dice, or null: {how: "reserved" | "created" | "seated", commitment, seeds, at}. */
export function storedDiceOf(table) {
  try {
    const { how, commitment, seeds, at } = JSON.parse(readStorage(KEY_PREFIX + table));
    return { how, commitment, seeds: [...seeds], at: Number(at) || 0 };
  } catch {
    return null;
  }
}

function storeDice(table, stored) {
  writeStorage(KEY_PREFIX + table, JSON.stringify({ ...stored, at: Date.now() }));
  const tables = storedNames(KEY_PREFIX).map((name) => name.slice(KEY_PREFIX.length));
  const oldest = tables.map((one) => [storedDiceOf(one)?.at ?? 0, one]).sort(([one], [other]) => other - one);
  for (const [, old] of oldest.slice(MOST_TABLES)) writeStorage(KEY_PREFIX + old, null);
}

/** The text is shown here, too, so that it stays readable whatever handles the problem. */
function changedDice() {
  const problem = new Problem({ code: "dice-changed" });
  showProblem(problem, { lasting: true });
  return problem;
}
