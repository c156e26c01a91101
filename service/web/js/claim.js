// Claims a seat from another device: `/t/{table}#seat=N&code=…`. Link scanners open such links, too, and run their scripts. So only a
// button claims the seat, never opening the link.

import { api, newKey } from "./api.js";
import { confirmDialog } from "./dialog.js";
import { readStorage, writeStorage } from "./storage.js";
import { showNote } from "./notes.js";
import { refresh } from "./navigation.js";
import { storeSeat } from "./seats.js";
import { isTemporary } from "./rollstream-follow.mjs";
import { t } from "./text.js";
import { showProblem } from "./problems.js";

const KEY_PREFIX = "rollstream.claim.";

/** The part of the address that a dialog is open for: the page does not open a second dialog for it. */
let claiming = null;

/** If the address contains a seat's code, asks whether to claim the seat, and claims it. Errors are shown. The code stays in the
 *  address until the service accepts or refuses it finally, so that no failure loses it. Only the claim request contains it.
 */
export async function claimFromAddress() {
  const table = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1];
  const { hash } = location;
  const parameters = new URLSearchParams(hash.slice(1));
  if (!table || !parameters.has("code") || claiming === hash) return;
  claiming = hash;
  try {
    const claimed = await offerClaim(table, parameters.get("seat"), parameters.get("code"));
    if (location.hash === hash) history.replaceState(null, "", location.pathname + location.search);
    if (claimed) await refresh();
  } finally {
    claiming = null;
  }
}

/** Resolves to whether the seat is claimed, once that succeeds, fails or is declined. */
async function offerClaim(table, seat, code) {
  const question = { title: t("claim.title"), text: t("claim.about"), yes: t("claim.yes"), no: t("claim.no") };
  while (await confirmDialog(question)) {
    try {
      await claim(table, seat, code);
      showNote(t("claim.done"));
      return true;
    } catch (problem) {
      if (!("code" in problem)) throw problem;
      showProblem(problem, { lasting: true });
      if (!isTemporary(problem)) return false;
    }
  }
  return false;
}

/** Claims the seat. A link works once. The same key repeats the same request, also after a reload, while its outcome is unknown. */
async function claim(table, seat, code) {
  const name = `${KEY_PREFIX}${table}.${seat}`;
  const [known, before] = JSON.parse(readStorage(name) ?? "[]");
  const key = known === code ? before : newKey();
  writeStorage(name, JSON.stringify([code, key]));
  try {
    const { body } = await api.post(`/v1/tables/${table}/seats/${encodeURIComponent(seat)}/claims`, { key, body: { code } });
    storeSeat(table, body.seat, body.token);
    writeStorage(name, null);
  } catch (problem) {
    if (!isTemporary(problem)) writeStorage(name, null);
    throw problem;
  }
}

/** The link with which another device claims a seat, once, and its expiry (`expires_at`). */
export async function seatLink(table, { seat, token }) {
  const { body } = await api.post(`/v1/tables/${table}/seats/${seat}/links`, { token });
  const link = `${location.origin}/t/${table}#${new URLSearchParams({ seat, code: body.code })}`;
  return { link, expires_at: body.expires_at };
}
