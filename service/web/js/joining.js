// Creates and joins tables. Stores the tokens, and what the tables' dice come from.

import { api, newKey } from "./api.js";
import { requestTable, storeCreatedDice, storeJoinedDice } from "./dice.js";
import { named } from "./player.js";
import { storeSeat } from "./seats.js";

/** Creates a table by a `POST` to this path, on reserved dice and with our own seed. Returns its view. Throws `Problem`. */
export async function createTable(wanted, path = "/v1/tables") {
  const { body, dice } = await requestTable(path, wanted);
  for (const [seat, token] of Object.entries(body.tokens)) storeSeat(body.view.table, Number(seat), token);
  storeCreatedDice(body.view, dice);
  return body.view;
}

/** The requests to join that have not succeeded yet. A retry sends the same seed, so that a refusal never yields another one. */
const joining = new Map();

/** Joins the first open seat at a table, with the stored name. The seed is sent after the table's commitment was seen. Returns
 *  {seat, token, view}. Throws `Problem`. */
export async function joinTable(table, key = newKey()) {
  const attempt = joining.get(table) ?? { seen: (await api.get(`/v1/tables/${table}`)).body.fairness, key, request: { ...named(), client_seed: newKey() } };
  joining.set(table, attempt);
  try {
    const { body } = await api.post(`/v1/tables/${table}/seats`, { key: attempt.key, body: attempt.request });
    joining.delete(table);
    storeSeat(table, body.seat, body.token);
    storeJoinedDice(body.view, attempt.seen, attempt.request.client_seed);
    return body;
  } catch (problem) {
    if (problem.code === "body-invalid") joining.delete(table); // such as an invalid name: the next attempt sends another one
    throw problem;
  }
}

/** The visitor's own seat, for the request of a new table. */
export const ownSeat = () => ({ kind: "human", ...named() });
