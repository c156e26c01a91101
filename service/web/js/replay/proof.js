// The file of a finished table (docs/proof.md), built from the public API's view and events. Pure.

const FORMATS = { plain: "rollstream-table-1", withReceipts: "rollstream-table-2" };

/**
 * Members come from the view, as far as it has them: so the check compares them with the events. Without `receipts` the
 * file has the older format.
 */
export function fileOf(view, events, receipts) {
  const { table, game, ruleset, options, outcome, fairness } = view;
  const created = events[0].data;
  return {
    client_seeds: fairness.client_seeds,
    commitment: fairness.commitment,
    events,
    forked_from: created.forked_from ?? null,
    format: receipts ? FORMATS.withReceipts : FORMATS.plain,
    game,
    head: events.at(-1).hash,
    options,
    outcome,
    ...(receipts && { receipts }),
    ruleset,
    scores: outcome.ranking.toSorted((a, b) => a.seat - b.seat).map(({ points }) => points),
    seats: view.seats.map(({ seat, kind, name, level, given = name }) => ({ kind, level, name: given, seat })),
    secret: fairness.secret,
    table,
  };
}

/** Canonical JSON: members in order of their names, no white space. */
export function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  return `{${Object.keys(value).sort(byCodePoints).map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

function byCodePoints(one, other) {
  const [a, b] = [Array.from(one), Array.from(other)];
  const index = a.findIndex((sign, at) => sign !== b[at]);
  return index < 0 ? a.length - b.length : a[index].codePointAt(0) - (b[index]?.codePointAt(0) ?? -1);
}
