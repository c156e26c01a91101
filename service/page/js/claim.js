// A seat that comes from another device: `/t/{table}#seat=N&code=…`. Whoever scans links for dangers opens them, too, with scripts and all:
// so the seat is taken over by the press of a button, never by opening the link.

import { api } from "./api.js";
import { confirmed } from "./dialog.js";
import { tell } from "./notes.js";
import { refresh } from "./router.js";
import { remember } from "./seats.js";
import { t } from "./text.js";
import { explain } from "./words.js";

/** Asks whether to take over the seat that the address hands over, if it does, and takes it; what goes wrong is told. The code stays in the
 *  address until this is answered, and is in no request but that one.
 */
export async function claimFromAddress() {
  const table = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1];
  const handed = new URLSearchParams(location.hash.slice(1));
  if (!table || !handed.has("code")) return;
  const taken = await confirmed({ title: t("claim.title"), text: t("claim.about"), yes: t("claim.yes"), no: t("claim.no") });
  history.replaceState(null, "", location.pathname + location.search);
  if (taken) await claim(table, handed.get("seat"), handed.get("code"));
}

async function claim(table, seat, code) {
  try {
    const path = `/v1/tables/${table}/seats/${encodeURIComponent(seat)}/claims`;
    const { body } = await api.post(path, { body: { code } });
    remember(table, body.seat, body.token);
    tell(t("claim.done"));
    await refresh();
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
