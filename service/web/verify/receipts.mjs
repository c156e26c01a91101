// The receipts: whether they fit the events, and whether a service has signed them.

import { Wrong } from "./faults.mjs";
import { isMoment, isObject } from "./forms.mjs";
import { sha256, utf8 } from "./hash.mjs";
import { canonical } from "./text.mjs";

/** The faults of receipts that contradict the events; `creationEnds`: the versions at which the append that created it may end. */
export function wrongReceipts({ receipts, events, commitment, table }, creationEnds) {
  const fits = {
    created: (version) => creationEnds.includes(version),
    finished: (version) => version === events.length,
  };
  const differing = Object.entries(receipts ?? {}).filter(([of, given]) => {
    if (given === null) return false;
    const { at, hash: head, version } = events[given.version - 1] ?? {};
    return !fits[of](version) || Object.entries({ at, commitment, head, table }).some(([name, value]) => given[name] !== value);
  });
  return differing.map(([of]) => new Wrong("member-wrong", `The receipt ${of} differs from the events.`));
}

/** The versions at which the creating append of this length may end: people may have joined one by one later, but never in a fork. */
export function creationEnds([created, ...others], creationLength) {
  const seats = others.slice(0, creationLength - 1).filter(({ type }) => type === "table.seat-taken");
  const last = created.data.forked_from ? seats.length - 1 : seats.findLastIndex((taken) => !isJoin(taken));
  return [creationLength, ...seats.slice(last + 1).map(({ version }) => version - 1)];
}

/** Whether this may be a separate append: a person takes the first open seat. */
const isJoin = ({ seat: owner, version, data }) => data.kind === "human" && owner === version - 2;

/** Whether a service with these keys has signed the receipt of the table's end, and that of its creation if there is one. */
export function issuedBy({ receipts }, keys) {
  if (!receipts?.finished) return Promise.resolve({ by: null, detail: "it has no receipt of its end" });
  return knowsEd25519().then((known) => {
    if (!known) return { by: undefined, detail: "Ed25519 is not supported here, so its signatures cannot be checked" };
    const all = [["end", receipts.finished], ["creation", receipts.created]].filter(([, receipt]) => receipt !== null);
    return Promise.all(all.map(([of, receipt]) => unsigned(receipt, keys).then((why) => why && `the receipt of its ${of} ${why}`))).then(
      (found) => {
        const detail = found.find(Boolean) ?? null;
        return { by: detail === null ? receipts.finished.key : null, detail };
      },
    );
  });
}

/** Why a receipt has no valid signature by one of these keys in its period; null if it has. */
function unsigned({ signature, ...signed }, keys) {
  const key = keys.get(signed.key);
  if (!key) return Promise.resolve(`names the key ${signed.key}, which is not a key of this service`);
  const wrong = `has no valid signature by the key ${signed.key}`;
  const late = isInTime(signed.at, key) ? null : `is dated ${signed.at}, when the key ${signed.key} was not valid`;
  const message = utf8(canonical({ ...signed, format: "rollstream-receipt-1" }));
  return publicKey(key.x)
    .then((known) => isCanonicalBase64url(signature) && crypto.subtle.verify("Ed25519", known, fromBase64url(signature), message))
    .then((right) => (right ? late : wrong), () => wrong);
}

const TOLERANCE_MS = 86_400_000;

/** A receipt may be a day outside its key's period: clocks differ, and processes learn of a new key at different times. */
function isInTime(at, { valid_from: since = null, valid_until: until = null }) {
  const early = since === null ? 0 : Date.parse(since) - Date.parse(at);
  const late = until === null ? 0 : Date.parse(at) - Date.parse(until);
  return early <= TOLERANCE_MS && late <= TOLERANCE_MS;
}

const publicKey = (x) => crypto.subtle.importKey("raw", fromBase64url(x), "Ed25519", false, ["verify"]);

/** Whether Web Crypto is available (not on plain http) and accepts the first key of RFC 8032, section 7.1. */
function knowsEd25519() {
  const key = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  return Promise.resolve().then(() => publicKey(key)).then(() => true, () => false);
}

/** The Ed25519 keys of a JWK Set (RFC 7517, 8037) by their ids, their RFC 7638 thumbprints. Other kinds of keys are ignored. */
export function keysOf(set) {
  const listed = isObject(set) && Array.isArray(set.keys) ? set.keys : null;
  if (!listed?.every(isObject)) throw new Wrong("unreadable", "The issuer's keys are not a JWK Set.");
  const keys = listed.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519");
  if (!keys.every(isKey)) throw new Wrong("unreadable", "A key of the issuer is not an Ed25519 key, or its id is not its thumbprint.");
  const known = new Map(keys.map((key) => [key.kid, key]));
  if (known.size < keys.length) throw new Wrong("unreadable", "The issuer's keys contain the same key twice.");
  return known;
}

function isKey({ kid, x, valid_from: since = null, valid_until: until = null }) {
  const times = [since, until].every((at) => at === null || isMoment(at, 9999, "0001"));
  return times && typeof x === "string" && x.length === 43 && isCanonicalBase64url(x) && kid === thumbprint(x);
}

const thumbprint = (x) => toBase64url(sha256(utf8(canonical({ crv: "Ed25519", kty: "OKP", x }))));

/** Bytes in base64url without padding (RFC 7515), and back. */
const toBase64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const fromBase64url = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** Whether a text is the exact encoding of its bytes; other texts may decode to the same bytes. */
const isCanonicalBase64url = (text) => /^[\w-]*$/.test(text) && text.length % 4 !== 1 && toBase64url(fromBase64url(text)) === text;
