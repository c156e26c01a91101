// Getting to a table: creating one, sitting down at one. The tokens that come with it are kept, and what its dice were promised on.

import { api, newKey } from "./api.js";
import { createdAt, keepCreated, keepSeated } from "./dice.js";
import { named } from "./player.js";
import { remember } from "./seats.js";

/** Creates a table as `POST` takes it at this path, on reserved dice with chance of our own in them; returns its view. Throws `Problem`. */
export async function layTable(wanted, path = "/v1/tables") {
  const { body, dice } = await createdAt(path, wanted);
  for (const [seat, token] of Object.entries(body.tokens)) remember(body.view.table, Number(seat), token);
  keepCreated(body.view, dice);
  return body.view;
}

/** What was sent to join a table and has not worked yet: it is sent again, so that nobody gains another seed of ours by refusing one. */
const joining = new Map();

/** Takes the first open seat at a table, under the kept name, with a seed that is named after the table's commitment was seen; returns
 *  {seat, token, view}. Throws `Problem`. */
export async function sitDown(table, key = newKey()) {
  const sent = joining.get(table) ?? { seen: (await api.get(`/v1/tables/${table}`)).body.fairness, key, order: { ...named(), client_seed: newKey() } };
  joining.set(table, sent);
  try {
    const { body } = await api.post(`/v1/tables/${table}/seats`, { key: sent.key, body: sent.order });
    joining.delete(table);
    remember(table, body.seat, body.token);
    keepSeated(body.view, sent.seen, sent.order.client_seed);
    return body;
  } catch (problem) {
    if (problem.code === "body-invalid") joining.delete(table); // such as a name that cannot be: another one is sent then
    throw problem;
  }
}

/** The visitor's own seat, as a table is to be laid with it. */
export const ownSeat = () => ({ kind: "human", ...named() });
