// A seat that comes from another device: `/t/{table}#seat=N&code=…`. The code is taken out of the address before anything else.

import { api } from "./api.js";
import { tell } from "./notes.js";
import { remember } from "./seats.js";
import { t } from "./text.js";
import { explain } from "./words.js";

/** Sits down on the seat that the address hands over, if it does; what goes wrong is told. */
export async function claimFromAddress() {
  const table = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1];
  const handed = new URLSearchParams(location.hash.slice(1));
  if (!table || !handed.has("code")) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const path = `/v1/tables/${table}/seats/${encodeURIComponent(handed.get("seat"))}/claims`;
    const { body } = await api.post(path, { body: { code: handed.get("code") } });
    remember(table, body.seat, body.token);
    tell(t("claim.done"));
  } catch (problem) {
    tell(explain(problem), { lasting: true });
  }
}

/** The link by which another device takes over a seat, once, and until when (`expires_at`). */
export async function seatLink(table, { seat, token }) {
  const { body } = await api.post(`/v1/tables/${table}/seats/${seat}/links`, { token });
  const link = `${location.origin}/t/${table}#${new URLSearchParams({ seat, code: body.code })}`;
  return { link, expires_at: body.expires_at };
}
