// When a table's dice were fixed, as far as this browser's stored data shows. Pure.

/**
 * `stored` (as `promiseOf` has it, or null) and a view →
 * `changed`: the table's dice differ from those stored here;
 * `reserved`: fixed before any seed was known, and stored here; `seated`: known here before we sent our own seed;
 * `claimed`: the table says reserved, but nothing is stored here; `open`: not reserved.
 */
export function diceOrigin(stored, view) {
  if (stored && isChanged(stored, view)) return "changed";
  if (stored && stored.how !== "created") return stored.how;
  return view.fairness.reserved ? "claimed" : "open";
}

/** Whether the table's commitment differs from the stored one, its reservation is missing, or one of our seeds is missing. */
export function isChanged({ how, commitment, seeds }, { state, fairness }) {
  if (fairness.commitment !== commitment || (how === "reserved" && !fairness.reserved)) return true;
  const started = state !== null; // no seeds are listed before the start
  return started && !seeds.every((seed) => fairness.client_seeds.includes(seed));
}

/** Whether another player sent a seed, who may have been the last to do so and may act together with the operator. */
export function hasOtherSeeds(stored, { fairness }) {
  return fairness.client_seeds.some((seed) => !stored?.seeds.includes(seed));
}
