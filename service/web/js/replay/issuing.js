// Fetches what proves who issued a table's file: the service's receipts, and the keys to check them with.

import { api } from "../api.js";

/** The receipts of a table, and the public keys of this service: null unless it returns both now. Never throws. */
export async function issuing(table) {
  const ask = (path) => api.get(path, { once: true }).then(({ body }) => body, () => null);
  const [receipts, keys] = await Promise.all([ask(`/v1/tables/${table}/receipts`), ask("/.well-known/jwks.json")]);
  return { receipts: receipts ?? { created: null, finished: null }, issuer: receipts && keys };
}
