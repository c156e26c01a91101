// Fetches what proves who issued a table's file: the service's receipts, and the keys to check them with.

import { api } from "../api.js";

/** The receipts of a table, and the public keys of this service: null unless it returns both now. Never throws. */
export async function fetchIssuance(table) {
  const fetchOrNull = (path) => api.get(path, { once: true }).then(({ body }) => body, () => null);
  const [receipts, keys] = await Promise.all([fetchOrNull(`/v1/tables/${table}/receipts`), fetchOrNull("/.well-known/jwks.json")]);
  return { receipts: receipts ?? { created: null, finished: null }, issuer: receipts && keys };
}
