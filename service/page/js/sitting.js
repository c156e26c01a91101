// Getting to a table: laying one, sitting down at one. The tokens that come with it are kept.

import { api, newKey } from "./api.js";
import { named } from "./player.js";
import { remember } from "./seats.js";

/** Lays a table as `POST /v1/tables` takes it, with chance of our own in its dice; returns its view. Throws `Problem`. */
export async function layTable(wanted, key = newKey()) {
  const { body } = await api.post("/v1/tables", { key, body: { client_seed: newKey(), ...wanted } });
  for (const [seat, token] of Object.entries(body.tokens)) remember(body.view.table, Number(seat), token);
  return body.view;
}

/** Takes the first open seat at a table, under the kept name; returns {seat, token, view}. Throws `Problem`. */
export async function sitDown(table, key = newKey()) {
  const { body } = await api.post(`/v1/tables/${table}/seats`, { key, body: { ...named(), client_seed: newKey() } });
  remember(table, body.seat, body.token);
  return body;
}

/** The visitor's own seat, as a table is to be laid with it. */
export const ownSeat = () => ({ kind: "human", ...named() });
