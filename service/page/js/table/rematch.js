// Once more, with the same people: everybody who asks for it comes to the same new table, for the key of the request that lays it
// follows from the old table.

import { api, newKey } from "../api.js";
import { keep, kept } from "../kept.js";
import { keepName, playerName } from "../player.js";
import { seatsOf } from "../seats.js";
import { sitDown } from "../sitting.js";

/** Lays the new table, or finds it, and sits down there if `seat` played at the old one. Returns the new table's id. Throws `Problem`. */
export async function rematch(old, seat) {
  const { body } = await api.post("/v1/tables", { body: asBefore(old), key: `rematch-${old.table}` });
  const { table } = body.view;
  if (seat !== null && !seatsOf(table).length) await sit(table, old.seats[seat].name);
  return table;
}

async function sit(table, name) {
  if (!playerName()) keepName(name);
  try {
    await sitDown(table, keyAt(table));
  } catch (problem) {
    if (!["table-full", "table-started"].includes(problem.code)) throw problem; // then there is only watching left
  }
}

/** The same key in every tab of this browser, so that nobody sits down twice; nobody else can guess it. */
function keyAt(table) {
  const name = `rollstream.sit.${table}`;
  if (!kept(name)) keep(name, newKey());
  return kept(name);
}

/** The request that lays a table like this one; people sit down anew. The same for everybody who asks. */
export function asBefore({ game, options, seats, turn_seconds, on_expiry, bot_seconds, on_failure }) {
  const rules = { on_expiry: policy(on_expiry), bot_seconds, on_failure: policy(on_failure) };
  return { game, options: given(options), seats: seats.map(seatAsBefore), turn_seconds, ...given(rules) };
}

function seatAsBefore({ kind, level, bot, name }) {
  if (kind === "ai") return { kind, level, name };
  return kind === "bot" ? { kind, bot, name } : { kind: "open" };
}

const given = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
const policy = (rule) => rule && given(rule);
