// Exports of finished tables: a worker makes each on request.

import { api, sleep } from "./api.js";

const POLL_MS = 350;

/** The export of a table in a format, once its file is ready; `onProgress` is called with numbers from 0 to 1. Throws `Problem`. */
export async function createExport(table, format, signal, onProgress) {
  let { body } = await api.post(`/v1/tables/${table}/exports`, { body: { format }, signal });
  while (body.status === "queued" || body.status === "running") {
    onProgress(body.progress);
    await sleep(POLL_MS, signal);
    ({ body } = await api.get(`/v1/exports/${body.export}`, { signal }));
  }
  if (body.status === "failed") throw Object.assign(new Error("export failed"), { code: "internal-error" });
  return body;
}
