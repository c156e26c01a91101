// What is known of when a table's dice were fixed, from what this browser has kept. Pure.

/**
 * `kept` (as `promiseOf` has it, or null) and a view →
 * `changed`: the table has other dice than this browser was promised;
 * `reserved`: fixed before any seed was known, and kept here; `seated`: known here before our own seed was named;
 * `told`: reserved, as the table says, but not kept here; `open`: not reserved.
 */
export function fixed(kept, view) {
  if (kept && changed(kept, view)) return "changed";
  if (kept && kept.how !== "created") return kept.how;
  return view.fairness.reserved ? "told" : "open";
}

/** Whether the table has another commitment than was promised, was not reserved although it should be, or leaves out one of our seeds. */
export function changed({ how, commitment, seeds }, { state, fairness }) {
  if (fairness.commitment !== commitment || (how === "reserved" && !fairness.reserved)) return true;
  const started = state !== null; // before that no seed is listed
  return started && !seeds.every((seed) => fairness.client_seeds.includes(seed));
}

/** Whether somebody else named a seed, who might have done so last and with the operator. */
export function withOthers(kept, { fairness }) {
  return fairness.client_seeds.some((seed) => !kept?.seeds.includes(seed));
}
