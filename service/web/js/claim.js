// A seat that comes from another device: `/t/{table}#seat=N&code=…`. Whoever scans links for dangers opens them, too, with scripts and all:
// so the seat is taken over by the press of a button, never by opening the link.

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

/** The part of the address about which a question is open: the same one is not asked twice at once. */
let asking = null;

/** Asks whether to take over the seat that the address hands over, if it does, and takes it; what goes wrong is told. The code stays in the
 *  address until the service has said yes or no for good, so that nothing that goes wrong loses it; it is in no request but that one.
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

/** Whether the seat was taken, as soon as it has been, or cannot be, or is not wanted. */
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

/** Takes the seat. A link is good once: the same key makes it the same request, also after a reload, as long as nobody knows what came of it. */
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

/** The link by which another device takes over a seat, once, and until when (`expires_at`). */
export async function seatLink(table, { seat, token }) {
  const { body } = await api.post(`/v1/tables/${table}/seats/${seat}/links`, { token });
  const link = `${location.origin}/t/${table}#${new URLSearchParams({ seat, code: body.code })}`;
  return { link, expires_at: body.expires_at };
}
