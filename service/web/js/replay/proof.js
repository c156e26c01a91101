// The file of a finished table (docs/proof.md), built from the public API's view and events. Pure.

const FORMATS = { plain: "rollstream-table-1", withReceipts: "rollstream-table-2", withNames: "rollstream-table-3" };

/**
 * Members come from the view, as far as it has them: so the check compares them with the events. Without `receipts` the
 * file has the older format.
 */
export function fileOf(view, shown, receipts) {
  const { table, game, ruleset, options, outcome, fairness } = view;
  const events = shown.map(hashedPart);
  const created = events[0].data;
  const apart = events.some((event, at) => event !== shown[at]);
  const format = receipts ? FORMATS.withReceipts : FORMATS.plain;
  return {
    client_seeds: fairness.client_seeds,
    commitment: fairness.commitment,
    events,
    forked_from: created.forked_from ?? null,
    format: apart ? FORMATS.withNames : format,
    game,
    head: events.at(-1).hash,
    ...(apart && { names: shown.filter(({ data }) => data.name_salt).map(named) }),
    options,
    outcome,
    ...(receipts ? { receipts } : apart && { receipts: { created: null, finished: null } }),
    ruleset,
    scores: outcome.ranking.toSorted((a, b) => a.seat - b.seat).map(({ points }) => points),
    seats: view.seats.map(({ seat, kind, name, level, name_erased: erased, given = name }) => ({ kind, level, name: erased ? null : given, seat })),
    secret: fairness.secret,
    table,
  };
}

/** An event as its hash covers it: the name of a player who joins lies beside it, or was erased. */
function hashedPart(event) {
  const { name_salt: salt, name_erased: erased, ...data } = event.data;
  return salt || erased ? { ...event, data: { ...data, name: null } } : event;
}

const named = ({ version, data: { name, name_salt: salt } }) => ({ name, salt, version });

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
