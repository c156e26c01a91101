// Claims a seat from another device: `/t/{table}#seat=N&code=…`. Link scanners open such links, too, and run their scripts. So only a
// button claims the seat, never opening the link.

import { api, newKey } from "./api.js";
import { confirmed } from "./dialog.js";
import { keep, kept } from "./kept.js";
import { tell } from "./notes.js";
import { refresh } from "./navigation.js";
import { remember } from "./seats.js";
import { isPassing } from "./stream.js";
import { t } from "./text.js";
import { explain } from "./words.js";

const BEGINNING = "rollstream.claim.";

/** The part of the address that a dialog is open for: the page does not open a second dialog for it. */
let asking = null;

/** If the address contains a seat's code, asks whether to claim the seat, and claims it. Errors are shown. The code stays in the
 *  address until the service accepts or refuses it finally, so that no failure loses it. Only the claim request contains it.
 */
export async function claimFromAddress() {
  const table = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1];
  const { hash } = location;
  const handed = new URLSearchParams(hash.slice(1));
  if (!table || !handed.has("code") || asking === hash) return;
  asking = hash;
  try {
    const taken = await isTaken(table, handed.get("seat"), handed.get("code"));
    if (location.hash === hash) history.replaceState(null, "", location.pathname + location.search);
    if (taken) await refresh();
  } finally {
    asking = null;
  }
}

/** Resolves to whether the seat is claimed, once that succeeds, fails or is declined. */
async function isTaken(table, seat, code) {
  const question = { title: t("claim.title"), text: t("claim.about"), yes: t("claim.yes"), no: t("claim.no") };
  while (await confirmed(question)) {
    try {
      await claim(table, seat, code);
      tell(t("claim.done"));
      return true;
    } catch (problem) {
      if (!("code" in problem)) throw problem;
      tell(explain(problem), { lasting: true });
      if (!isPassing(problem)) return false;
    }
  }
  return false;
}

/** Claims the seat. A link works once. The same key repeats the same request, also after a reload, while its outcome is unknown. */
async function claim(table, seat, code) {
  const name = `${BEGINNING}${table}.${seat}`;
  const [known, before] = JSON.parse(kept(name) ?? "[]");
  const key = known === code ? before : newKey();
  keep(name, JSON.stringify([code, key]));
  try {
    const { body } = await api.post(`/v1/tables/${table}/seats/${encodeURIComponent(seat)}/claims`, { key, body: { code } });
    remember(table, body.seat, body.token);
    keep(name, null);
  } catch (problem) {
    if (!isPassing(problem)) keep(name, null);
    throw problem;
  }
}

/** The link with which another device claims a seat, once, and its expiry (`expires_at`). */
export async function seatLink(table, { seat, token }) {
  const { body } = await api.post(`/v1/tables/${table}/seats/${seat}/links`, { token });
  const link = `${location.origin}/t/${table}#${new URLSearchParams({ seat, code: body.code })}`;
  return { link, expires_at: body.expires_at };
}
