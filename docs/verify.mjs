#!/usr/bin/env node
// Checks the file of a finished rollstream table with nothing but this file: no service, no package, no clock, no network.
//
//   node verify.mjs [--issuer KEYS] FILE …          (FILE can be - for standard input; KEYS: a service's /.well-known/jwks.json)
//   import { verify } from "./verify.mjs"; verify(text).status === "right"     (in a page, too)
//
// This is the second verifier. The first is part of the service (`rollstream verify`). This one shares no line with it and is written from
// docs/proof.md, which says what is checked and why. `make verifier` builds this file from its parts in service/web/verify.

// --- What is wrong with a file, and texts about it that are safe to print.

/** A fault in a file. */
class Wrong extends Error {
  constructor(code, detail, version = null) {
    super(detail);
    Object.assign(this, { code, detail, version });
  }
}

/** A breach of the rules. The caller knows which event it is. */
class Refused extends Error {}

function refuse(why) {
  throw new Refused(why);
}

/**
 * A text that is safe to print: on one line, without anything that moves a cursor, colours, links or turns the direction
 * of writing. Each of those characters, and each that Unicode does not assign, becomes U+FFFD.
 */
const plain = (text) => text.replace(/(?! )[\p{C}\p{Z}]/gu, "\ufffd");

/** A text, cut if it is long. */
const short = (text, longest = 1000) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

// --- SHA-256 and HMAC-SHA256, and the texts that stand for bytes.

const encoder = new TextEncoder();
const utf8 = (string) => encoder.encode(string);
const PAIRS$1 = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const hexOf = (bytes) => Array.from(bytes, (byte) => PAIRS$1[byte]).join("");
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const upTo$1 = (end) => Array.from({ length: end }, (_, number) => number).slice(2);
const PRIMES = upTo$1(312).filter((number) => upTo$1(number).every((divisor) => number % divisor));
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 (FIPS 180-4). Implemented here, because a browser's own is asynchronous and not available on plain http. */
function sha256(message) {
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

const words = new Int32Array(64);

function compress(state, view, at) {
  for (let n = 0; n < 16; n += 1) words[n] = view.getInt32(at + 4 * n);
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [words[n - 15], words[n - 2]];
    const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[n] = (words[n - 16] + low + words[n - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n]) | 0;
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] += word));
}

/** HMAC-SHA256 (RFC 2104) with a key of 32 bytes. */
function hmac(key, message) {
  const padded = (filler) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ filler);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

// --- The text of a file: its size, its depth, and whether it is canonical JSON.

const MOST_FILE_BYTES = 16 * 1024 * 1024;
const DEEPEST = 32;

function read(input) {
  if (isLong(input)) throw new Wrong("unreadable", `The file has more than ${MOST_FILE_BYTES} bytes, the limit for a table's file.`);
  const text = typeof input === "string" ? input : decoded(input);
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Wrong("unreadable", `This is not JSON: ${error.message}.`);
  }
  if (isDeep(text)) throw new Wrong("unreadable", `Objects and lists are nested ${DEEPEST} or more levels deep.`);
  const written = canonical(value);
  if (!isSpaced(text, written)) {
    throw new Wrong("not-canonical", "The text is not canonical JSON: it was changed or serialized again.");
  }
  return value;
}

const [QUOTE, BACKSLASH, SPACES_BETWEEN] = [0x22, 0x5c, [0x20, 0x09, 0x0a, 0x0d]];

/** Whether a text differs from the canonical one only in white space between tokens. */
function isSpaced(text, written) {
  let [position, inText] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (!inText && SPACES_BETWEEN.includes(unit)) continue;
    if (unit !== written.charCodeAt(position)) return false;
    if (unit === QUOTE) inText = !inText;
    if (unit === BACKSLASH && text[(at += 1)] !== written[(position += 1)]) return false;
    position += 1;
  }
  return position === written.length;
}

/** Whether a JSON text nests too many objects and lists. Those of a name that occurs twice count, too. */
function isDeep(text) {
  let [depth, inText] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') inText = !inText;
    else if (inText) at += sign === "\\" ? 1 : 0;
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    if (depth >= DEEPEST) return true;
  }
  return false;
}

/** Whether a file has more bytes than any table's. A text is measured in UTF-8, in which each UTF-16 unit takes one to three bytes. */
function isLong(input) {
  if (typeof input !== "string") return input.byteLength > MOST_FILE_BYTES;
  return input.length > MOST_FILE_BYTES || (3 * input.length > MOST_FILE_BYTES && utf8(input).length > MOST_FILE_BYTES);
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Wrong("unreadable", "The bytes are not valid UTF-8.");
  }
}

const PLAIN_NAME = /^[a-z_]*$/;

/** Canonical JSON: members in order of their names, no white space, nothing escaped without need. */
function canonical(value) {
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Wrong("not-canonical", `${value} is not a plain integer.`);
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new Wrong("not-canonical", "A string has half a surrogate pair.");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const names = Object.keys(value).sort(byCodePoints);
  return `{${names.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(",")}}`;
}

function byCodePoints(one, other) {
  if (PLAIN_NAME.test(one) && PLAIN_NAME.test(other)) return one < other ? -1 : 1;
  const [a, b] = [Array.from(one), Array.from(other)];
  const index = a.findIndex((sign, at) => sign !== b[at]);
  return index < 0 ? a.length - b.length : (a[index].codePointAt(0) ?? -1) - (b[index]?.codePointAt(0) ?? -1);
}

const same = (one, other) => canonical(one) === canonical(other);

// --- The names beside the events: whether each fits the digest in its event, and which were erased.

const TAKEN = "table.seat-taken";
const DIGESTED_SCHEMA = 4;

const digestOf = ({ name, salt }) => hexOf(sha256(utf8(canonical(["rollstream-name-1", salt, name]))));

/** Whether a name was erased that the event's hash covered. */
const lacksHashedName = ({ type, schema, data }) => type === TAKEN && schema < DIGESTED_SCHEMA && data.name === null;

/** The faults of names that do not fit the digest in their event. */
function wrongNames({ events, names = [] }) {
  const digests = new Map(events.filter(({ type }) => type === TAKEN).map(({ version, data }) => [version, data.name_digest]));
  const unfit = names.filter((named) => digests.get(named.version) !== digestOf(named));
  return unfit.map(({ name, version }) => new Wrong("name-wrong", `The name "${plain(name)}" does not fit the digest of its event.`, version));
}

/** The erased names: how many, and the last version whose own hash covered one (0: none). */
function erasedNames({ events, names = [] }) {
  const known = new Set(names.map(({ version }) => version));
  const nameless = events.filter(({ type, data }) => type === TAKEN && data.name === null);
  const erased = nameless.filter(({ version }) => !known.has(version));
  return { names: erased.length, unbound: nameless.findLast(lacksHashedName)?.version ?? 0 };
}

// --- The chain of hashes, and the commitment to the secret.

/** The first broken link. The hash of an event without a name that it covered cannot be derived: the next event continues from it. */
function brokenLink(file) {
  let previous = "";
  for (const { hash, ...event } of file.events) {
    const link = hexOf(sha256(utf8(previous + canonical({ ...event, table: file.table }))));
    if (hash !== link && !lacksHashedName(event)) return new Wrong("hash-wrong", `The hash should be ${link}, not ${hash}.`, event.version);
    previous = hash;
  }
  return null;
}

function wrongSecret(file) {
  if (hexOf(sha256(bytesOf(file.secret))) === file.commitment) return null;
  const last = file.events.at(-1);
  const version = last.data.secret === file.secret ? last.version : null;
  return new Wrong("commitment-wrong", `The secret's SHA-256 is not the commitment ${file.commitment}.`, version);
}

// --- The forms of values. A form is a function of a value and its path. It throws `malformed` if the value does not have this form.

const MOST_SEEDS = 33;
const LARGEST_INTEGER = Number.MAX_SAFE_INTEGER;

const misfit = (path, wanted) => {
  const match = /^\$\.events\[(\d+)\]/.exec(path);
  throw new Wrong("malformed", `${path}: ${wanted}.`, match ? Number(match[1]) + 1 : null);
};

const fitting = (fits, wanted) => (value, path) => void (fits(value) || misfit(path, `expected ${wanted}`));
const matching = (pattern, wanted) => fitting((v) => typeof v === "string" && pattern.test(v), wanted);
const within = (least, most) => (v) => Number.isInteger(v) && v >= least && v <= most;
const integer = (least = -LARGEST_INTEGER, most = LARGEST_INTEGER) =>
  fitting(within(least, most), `an integer from ${least} to ${most}`);
const truth = fitting((v) => typeof v === "boolean", "true or false");
const oneOf = (...values) => fitting((v) => values.includes(v), `one of ${values}`);
const orNull = (form) => (value, path) => void (value === null || form(value, path));

const list = (form, least = 0, most = Infinity) => (value, path) => {
  if (!Array.isArray(value) || value.length < least || value.length > most) misfit(path, `expected a list of ${least} to ${most} items`);
  value.forEach((item, at) => form(item, `${path}[${at}]`));
};

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const anyObject = fitting(isObject, "an object");

/** An object with exactly these members, and perhaps with some of the `others`. */
function object(members, others = {}) {
  const known = { ...members, ...others };
  return (value, path) => {
    anyObject(value, path);
    for (const name of Object.keys(members)) if (!Object.hasOwn(value, name)) misfit(path, `${name} is missing`);
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(known, name)) misfit(path, `${name} is not a member`);
      known[name](value[name], `${path}.${name}`);
    }
  };
}

const text = fitting((v) => typeof v === "string", "a string");
const hex = matching(/^[0-9a-f]{64}$/, "64 hex digits");
const hex32 = matching(/^[0-9a-f]{32}$/, "32 hex digits");
const tableId = matching(/^p(0[0-9]|1[0-5])-[0-9a-hjkmnp-tv-z]{26}$/, "a table's id");
const botId = matching(/^bot_[a-z2-7]{1,60}$/, "a bot's id");
const seed = matching(/^[!-~]{1,64}$/, "1 to 64 printable ASCII characters without spaces");

/** The seeds of the creator and of all seats. */
const seeds = list(seed, 0, MOST_SEEDS);

const base64 = (signs) => matching(new RegExp(`^[\\w-]{${signs}}$`), `${signs} characters of base64url`);
const slug = matching(/^(?=.{1,64}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "words of lower-case letters and digits, joined by hyphens");
const EVENT_TYPE = /^(?=[^.]{1,64}\.[^.]{1,64}$)[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const eventType = matching(EVENT_TYPE, "an event's type");
const seat = integer(0, 99);
const kind = oneOf("open", "human", "ai", "bot");
const moment = fitting((at) => isMoment(at, 2999), "a time");
const later = fitting((at) => isMoment(at, 3000), "a time");
const name = fitting(isName, "a name");

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** UTC with milliseconds and Z, from the start of one year to the end of another. */
function isMoment(at, last, first = "1970") {
  if (typeof at !== "string" || !MOMENT.test(at) || at < first || at.slice(0, 4) > `${last}`) return false;
  const time = Date.parse(at);
  return !Number.isNaN(time) && new Date(time).toISOString() === at;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const SPACES = "\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const AROUND = new RegExp(`^[${SPACES}]|[${SPACES}]$`);

const BLANKS = [
  "\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u202a-\\u202f\\u205f-\\u206f",
  "\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}",
];

const VISIBLE = new RegExp(`[^${BLANKS.join("")}]`, "u");

/**
 * 1 to 40 characters, at least one of them visible, without controls and without white space around them. Their normal form is not
 * asked: it depends on the Unicode version of whoever reads the file.
 */
function isName(text) {
  if (typeof text !== "string" || text.length > 80 || !within(1, 40)(Array.from(text).length)) return false;
  return VISIBLE.test(text) && !CONTROL.test(text) && !AROUND.test(text);
}

const rankingEntry = object({ points: integer(), rank: integer(1), seat });
const outcome = object({ ranking: list(rankingEntry), reason: text, winners: list(seat) });
const draw = object({ n: integer(), kind: oneOf("dice", "shuffle"), of: integer(), values: list(integer()) });

/** The forms of an event's data, for each number of its schema from 1 on. */
const forms = (...schemas) => schemas.map((members) => object(members));

const faces$1 = list(integer());

// --- The members of a file: their types, and what they are by the events.

const FORMATS = ["rollstream-table-1", "rollstream-table-2", "rollstream-table-3"];

const source = { client_seeds: list(text), draws: integer(0), secret: hex, table: text };
const origin = { events: integer(0), hash: hex, sources: list(object(source)), table: text, version: integer(1) };

const event = object({
  at: moment,
  data: anyObject,
  decision: orNull(integer(1)),
  hash: hex,
  schema: integer(1),
  seat: orNull(seat),
  type: eventType,
  version: integer(1),
});

const receipt = object({
  at: moment,
  commitment: hex,
  head: hex,
  key: base64(43),
  signature: base64(86),
  table: tableId,
  version: integer(1),
});

const MEMBERS = {
  client_seeds: list(text),
  commitment: hex,
  events: fitting((v) => Array.isArray(v) && v.length > 0, "a list of events"),
  forked_from: orNull(object(origin)),
  format: oneOf(...FORMATS),
  game: slug,
  head: hex,
  options: anyObject,
  outcome,
  ruleset: integer(1),
  scores: list(integer()),
  seats: list(object({ kind, level: orNull(text), name: orNull(text), seat })),
  secret: hex,
  table: tableId,
};

const WITH_RECEIPTS = { ...MEMBERS, receipts: object({ created: orNull(receipt), finished: orNull(receipt) }) };
const WITH_NAMES = { ...WITH_RECEIPTS, names: list(object({ name, salt: hex32, version: integer(1) })) };
const FILES = { [FORMATS[0]]: object(MEMBERS), [FORMATS[1]]: object(WITH_RECEIPTS), [FORMATS[2]]: object(WITH_NAMES) };

function checkShape(file) {
  const format = isObject(file) && typeof file.format === "string" ? file.format : FORMATS[0];
  if (!Object.hasOwn(FILES, format)) throw new Wrong("unreadable", `This is not a file of the format ${FORMATS.join(" or ")}.`);
  if (isObject(file) && Array.isArray(file.events)) list(event)(file.events, "$.events");
  FILES[format](file, "$");
  file.names?.forEach(({ version }, at, names) => {
    if (at && version <= names[at - 1].version) misfit(`$.names[${at}]`, "it is not in its place");
  });
  file.events.forEach(({ version }, at) => {
    if (version !== at + 1) throw new Wrong("version-wrong", `The version is ${version}, not ${at + 1}.`, at + 1);
  });
}

/** The faults of the members that follow from the events. */
function wrongMembers(file) {
  const newest = Object.fromEntries(file.events.map((event) => [event.type, event.data]));
  const created = newest["table.created"];
  const named = new Map((file.names ?? []).map((one) => [one.version, one.name]));
  const { outcome } = newest["table.finished"];
  const holders = Array.from({ length: created.seats }, () => ({ kind: "open" }));
  for (const event of file.events) {
    if (event.type === "table.seat-taken") holders[event.seat] = { ...event.data, name: event.data.name ?? named.get(event.version) };
    if (event.type === "table.seat-left") holders[event.seat] = { kind: "open" };
  }
  const members = {
    game: created.game,
    ruleset: created.ruleset,
    options: created.options,
    commitment: created.commitment,
    client_seeds: newest["table.started"]?.client_seeds ?? [],
    secret: newest["table.seed-revealed"].secret,
    forked_from: created.forked_from ?? null,
    seats: holders.map((held, at) => ({ seat: at, kind: held.kind, name: held.name ?? null, level: held.level ?? null })),
    outcome,
    scores: [...outcome.ranking].sort((a, b) => a.seat - b.seat).map((entry) => entry.points),
    head: file.events.at(-1).hash,
  };
  const differing = Object.entries(members).filter(([name, member]) => !same(file[name], member));
  return differing.map(([name, member]) => new Wrong("member-wrong", `By the events, ${name} is ${canonical(member)}.`));
}

// --- The receipts: whether they fit the events, and whether a service has signed them.

/** The faults of receipts that contradict the events; `creationEnds`: the versions at which the append that created it may end. */
function wrongReceipts({ receipts, events, commitment, table }, creationEnds) {
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
function creationEnds([created, ...others], creationLength) {
  const seats = others.slice(0, creationLength - 1).filter(({ type }) => type === "table.seat-taken");
  const last = created.data.forked_from ? seats.length - 1 : seats.findLastIndex((taken) => !isJoin(taken));
  return [creationLength, ...seats.slice(last + 1).map(({ version }) => version - 1)];
}

/** Whether this may be a separate append: a person takes the first open seat. */
const isJoin = ({ seat: owner, version, data }) => data.kind === "human" && owner === version - 2;

/** Whether a service with these keys has signed the receipt of the table's end, and that of its creation if there is one. */
function issuedBy({ receipts }, keys) {
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
function keysOf(set) {
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

// --- The events of a table, and whether each event of a file has the members of its type.

const policy = oneOf("skip", "substitute", "resign");
const failure = oneOf("unreachable", "timed-out", "refused", "status", "unreadable", "illegal", "paused", "gone");
const advice = oneOf("announced", "private", "off");
const nothing = oneOf(null);

/** What a table does when a clock runs out or a bot fails. */
const rule = (value, path) => {
  const wanted = isObject(value) ? value.policy : null;
  object({ policy, level: wanted === "substitute" ? slug : nothing, after: wanted === "resign" ? integer(1, 100) : nothing })(value, path);
};

const CREATED = {
  game: slug,
  ruleset: integer(1),
  options: anyObject,
  seats: integer(1, 32),
  auto_start: truth,
  commitment: hex,
  client_seed: orNull(seed),
};

const WITH_CLOCK = {
  ...CREATED,
  turn_seconds: orNull(integer(1, 604_800)),
  on_expiry: orNull(rule),
  abandon_after: orNull(integer(10, 2_592_000)),
  forked_from: orNull(
    object({ ...origin, sources: list(object({ ...source, client_seeds: seeds, draws: integer(1), table: tableId })), table: tableId }),
  ),
};

const WITH_BOTS = { ...WITH_CLOCK, bot_seconds: orNull(integer(1, 3600)), on_failure: orNull(rule) };
const RESERVED = { ...WITH_BOTS, reserved: truth };
const SEAT_TAKEN = { kind: oneOf("human"), name: orNull(name), client_seed: orNull(seed) };
const WITH_LEVEL = { ...SEAT_TAKEN, kind: oneOf("human", "ai"), level: orNull(slug) };
const WITH_BOT = { ...WITH_LEVEL, kind: oneOf("human", "ai", "bot"), bot: orNull(botId) };

/**
 * Every event of a table: whether it belongs to a seat; the exact members of its data, for each number of its schema; and, for events of
 * an earlier schema, the values of the members added later.
 */
const EVENTS = {
  "table.created": {
    schemas: forms(CREATED, WITH_CLOCK, WITH_BOTS, RESERVED, { ...RESERVED, advice }),
    before: {
      ...{ turn_seconds: null, on_expiry: null, abandon_after: null, forked_from: null },
      ...{ bot_seconds: null, on_failure: null },
      reserved: false,
      advice: "private",
    },
  },
  "table.seat-taken": {
    seat: true,
    schemas: forms(SEAT_TAKEN, WITH_LEVEL, WITH_BOT, { ...WITH_BOT, name: nothing, name_digest: hex }),
    before: { level: null, bot: null, name_digest: null },
  },
  "table.seat-left": { seat: true, schemas: forms({}) },
  "table.started": { schemas: forms({ client_seeds: seeds }) },
  "table.clock-started": { schemas: forms({ seats: list(seat), spans: list(integer(0)), deadline: later }) },
  "table.decision-expired": { seat: true, schemas: forms({ policy, expiries: integer(1) }) },
  "table.bot-failed": { seat: true, schemas: forms({ reason: failure, attempts: integer(0, 4), policy, failures: integer(1) }) },
  "table.seat-substituted": { seat: true, schemas: forms({ level: slug, cause: oneOf("expired", "asked", "failed") }) },
  "table.values-used": { seat: true, schemas: forms({ level: slug, values: orNull(hex) }) },
  "table.advice-requested": { seat: true, schemas: forms({}) },
  "table.seat-resigned": { seat: true, schemas: forms({}) },
  "table.finished": { schemas: forms({ outcome }) },
  "table.seed-revealed": { schemas: forms({ secret: hex }) },
};

/** The fault of the first event that is unknown in this game or does not have exactly its members. */
function malformedEvent(file, game) {
  const known = { ...EVENTS, ...game.events() };
  const builds = new Builds(file, game);
  for (const event of file.events) {
    const { type, schema, version } = event;
    const form = Object.hasOwn(known, type) ? known[type] : null;
    if (!form || schema > form.schemas.length) {
      return new Wrong("event-unknown", `This verifier does not know the event ${type} with schema ${schema}.`, version);
    }
    try {
      checkEvent(event, form, game.hides ?? (() => false));
      builds.check(event);
    } catch (wrong) {
      return new Wrong("malformed", wrong.detail, version);
    }
  }
  return null;
}

function checkEvent({ type, schema, seat: owner, data }, form, hides) {
  if ((owner === null) === Boolean(form.seat)) misfit(type, form.seat ? "a seat is missing" : "there must be no seat");
  const { blinding, ...shown } = data;
  const hiding = hides(type, shown);
  if (hiding) hex32(blinding, `${type}.blinding`);
  form.schemas[schema - 1](hiding ? shown : data, type);
}

/** The builds that wrote a log: they only get newer, and none writes a schema newer than itself. */
class Builds {
  constructor({ format }, { since = 1 }) {
    Object.assign(this, { format, since, created: Infinity, taken: 1 });
  }

  check({ type, schema, data }) {
    if (type === "table.created") this.checkCreated(schema);
    if (type === "table.seat-taken") this.checkTaken(schema, data);
  }

  checkCreated(schema) {
    if (schema > 3 && this.format === FORMATS[0]) misfit("table.created", `files of the format ${this.format} have no schema ${schema}`);
    if (schema < this.since) misfit("table.created", `the game is newer than schema ${schema}`);
    Object.assign(this, { created: schema, taken: Math.min(schema, 3) });
  }

  checkTaken(schema, { kind: held, name: called }) {
    if (called === null && this.format !== FORMATS[2]) misfit("table.seat-taken", `files of the format ${this.format} have every name in its event`);
    if (schema < this.taken) misfit("table.seat-taken", `schema ${schema} is older than that of an earlier event`);
    if (this.created < { human: 1, ai: 2, bot: 3 }[held]) misfit("table.seat-taken", `the table is older than seats of kind ${held}`);
    this.taken = Math.min(schema, 3); // a build writes 3 or 4, by what others can read
  }
}

/** An event's data with the members, and the options of the game, that came later: as in `replayed`, `before` are the options. */
function completed({ type, data }, { events, before } = { events: {}, before: {} }) {
  const whole = { ...(EVENTS[type] ?? events[type])?.before, ...data };
  return type === "table.created" ? { ...whole, options: { ...before, ...whole.options } } : whole;
}

// --- Draws of dice and shuffles, and blindings, derived from a table's secret.

/** The numbers of one draw: a function that returns a number below the given bound. */
function numbers$1({ secret, seeds, table }, n) {
  const key = bytesOf(secret);
  let [bytes, block] = [[], 0];
  const next = () => {
    if (!bytes.length) bytes = [...hmac(key, utf8(message({ seeds, table }, n, block++)))];
    return bytes.shift();
  };
  return (bound) => {
    for (;;) {
      const byte = next();
      if (byte < 256 - (256 % bound)) return byte % bound;
    }
  };
}

/** The blinding of an event that hides something from spectators, so that they cannot guess the hidden part by its hash. */
function blindingOf({ secret, table }, version) {
  return hexOf(hmac(bytesOf(secret), utf8(ascii(["rollstream-blinding-1", table, version]))).slice(0, 16));
}

const message = ({ seeds, table }, n, block) => ascii(["rollstream-dice-1", seeds, table, n, block]);

function ascii(value) {
  return JSON.stringify(value).replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function roll(from, n, count, of) {
  const below = numbers$1(from, n);
  return { n, kind: "dice", of, values: Array.from({ length: count }, () => below(of) + 1) };
}

function shuffle(from, n, count, of) {
  const below = numbers$1(from, n);
  const items = Array.from({ length: of }, (_, item) => item);
  for (let index = 0; index < count; index += 1) {
    const other = index + below(of - index);
    [items[index], items[other]] = [items[other], items[index]];
  }
  return { n, kind: "shuffle", of, values: items.slice(0, count) };
}

/**
 * Finds the owner of draw number n: the first source of a fork with more than n draws; undefined if it is the fork's own. Call the result
 * with ascending numbers: it never returns to an earlier source.
 */
function sourceFinder(sources) {
  const keys = sources.map(({ secret, client_seeds, table, draws }) => ({ secret, seeds: client_seeds, table, draws }));
  let at = 0;
  return (n) => {
    while (at < keys.length && n >= keys[at].draws) at += 1;
    return keys[at];
  };
}

const derived = (source, version, draw) => ({ version, draw, secret: source.secret, message: message(source, draw.n, 0) });

// --- What several parts ask of lists of values.

const sum = (values) => values.reduce((total, value) => total + value, 0);
const different = (values) => new Set(values).size === values.length;
const alike = (values) => new Set(values).size === 1;

function ascending(values) {
  return [...values].sort((a, b) => a - b);
}

// --- What a fork inherits, played again with the dice of its sources.

const INHERITS_MORE = "By the rules, the fork inherits more events.";

function inherit(run) {
  run.compare();
  const { events, sources } = run.table.forked_from;
  const begun = run.produced.length;
  if (!run.eventAt(begun)) throw new Wrong("event-missing", "A fork starts at once, with the events that it inherits.", begun + 1);
  Object.assign(run, { sourceOf: sourceFinder(sources), inheriting: true });
  for (let done = 0; done < events; done = run.produced.length - begun) {
    try {
      if (done) inheritMove(run, run.from(begun + done, begun + events));
      else run.game.setup(run.table.options, run.seats.length);
    } catch (refused) {
      throw refused instanceof Refused ? run.wrongFrom(begun + done, refused) : refused;
    }
    const fresh = Array.from({ length: run.produced.length - begun - done }, (_, at) => begun + done + at);
    run.compare(fresh.filter((index) => index < begun + events));
    if (run.produced.length > begun + events) throw new Wrong("event-missing", INHERITS_MORE, begun + events + 1);
  }
  run.inheriting = false;
  const stated = sources.at(-1)?.draws ?? 0;
  const inherited = run.drawSources.length;
  if (inherited !== stated) throw new Wrong("event-wrong", `The sources have ${stated} draws, but the fork inherits ${inherited}.`, 1);
  if (run.game.outcome()) throw new Wrong("event-wrong", "The fork inherits a game that is already decided.", 1);
}

function inheritMove(run, rest) {
  if (!rest.length) throw new Wrong("event-missing", INHERITS_MORE, run.first.version + run.produced.length);
  const { type, seat: owner } = rest[0];
  if (owner === null || owner >= run.seats.length) refuse("it belongs to no seat.");
  if (type === "table.seat-resigned" && !run.seats[owner].resigned) run.resign(owner);
  else if (type in run.game.events) run.game.decide(owner, run.game.command(rest));
  else refuse("no fork inherits it.");
}

// --- What follows by itself at the end of every command: the start, the end, clocks.

function settle(run) {
  const full = run.seats.every(({ kind: held }) => held !== "open");
  if (run.status === "open" && full && (run.table.auto_start || run.table.forked_from || !run.people())) begin(run);
  if (run.status === "playing") {
    const result = run.game.outcome();
    if (result) run.finish(result);
    else startClocks(run);
  }
  if (run.status === "finished") run.emit("table.seed-revealed", null, { secret: run.file.secret });
}

function begin(run) {
  run.status = "playing";
  run.seeds = [run.table.client_seed, ...run.seats.map(({ seed }) => seed)].filter((given) => given !== null);
  run.emit("table.started", null, { client_seeds: run.seeds });
  if (inherits(run)) inherit(run);
  else run.game.setup(run.table.options, run.seats.length);
}

function startClocks(run) {
  const span = run.game.span();
  const fresh = [...run.seats.keys()].filter((at) => run.decisions[at] && run.clocks[at].span !== span);
  const times = fresh.map((at) => seconds(run, at));
  for (const time of ascending(new Set(times)).filter((seconds) => seconds !== null)) {
    startClock(run, fresh.filter((_, index) => times[index] === time), span, deadline(run.first, time));
  }
}

function startClock(run, seats, span, until) {
  for (const at of seats) {
    const last = run.clocks[at];
    run.clocks[at] = { deadline: until, span, expiries: last.expired ? last.expiries : 0, expired: false };
  }
  run.emit("table.clock-started", null, { seats, spans: seats.map(() => span), deadline: until });
}

/** The seconds that a seat has; null: no limit. */
function seconds(run, owner) {
  return run.seats[owner].kind === "bot" ? run.table.bot_seconds : run.table.turn_seconds;
}

function inherits(run) {
  return run.first.type === "table.created" && (run.table.forked_from?.events ?? 0) > 0;
}

/** The time at which a clock that starts now runs out. */
function deadline({ at, version }, seconds) {
  const time = new Date(Date.parse(at) + 1000 * seconds);
  const moment = Number.isNaN(time.getTime()) ? "" : time.toISOString();
  if (!MOMENT.test(moment)) throw new Wrong("move-refused", `A clock of ${seconds} seconds ends after the last valid time.`, version);
  return moment;
}

// --- The creation of a table: what its first event says, and who sits there at once.

function create(run) {
  const { type } = run.first;
  if (type !== "table.created") throw new Wrong("event-wrong", `A table begins with table.created, not with ${type}.`, 1);
  const creation = run.completed(run.first);
  const { seats, options, client_seed, auto_start, turn_seconds, abandon_after, forked_from, reserved, advice } = creation;
  if (seats < run.fewest || seats > run.most) refuse(`it cannot be played with ${seats} seats.`);
  if (forked_from !== null) checkOrigin(run, creation);
  const [{ file }, taken] = [run, [...firstSeats(run, seats)]];
  if (forked_from !== null && taken.length < seats) refuse("a fork starts at once, so every seat must be taken.");
  const complete = run.game.options(options, turn_seconds !== null);
  if (forked_from !== null && !same(complete, options)) refuse("with these options, a fork needs a clock.");
  const created = { game: file.game, ruleset: file.ruleset, options: complete, seats, auto_start, client_seed };
  Object.assign(created, { turn_seconds, on_expiry: expiryRule(creation), abandon_after, forked_from, reserved, advice });
  Object.assign(created, botRules(creation, taken, run.hidesDefault));
  created.commitment = hexOf(sha256(bytesOf(file.secret)));
  run.table = created;
  run.seats = Array.from({ length: seats }, () => ({ kind: "open", seed: null, resigned: false }));
  run.decisions = run.seats.map(() => 0);
  run.clocks = run.seats.map(() => ({ deadline: "", span: -1, expiries: 0, expired: false }));
  run.status = "open";
  run.emit(type, null, created);
  for (const seat of taken) run.take(seat);
}

/** Checks that a fork's statements about its origin are possible. */
function checkOrigin(run, { seats, auto_start, forked_from: { events, sources, table, version } }) {
  const no = (why) => {
    throw new Wrong("event-wrong", `A fork ${why}.`, 1);
  };
  const tables = sources.map((source) => source.table);
  if (!auto_start) no("starts automatically");
  if (!events && sources.length) no("that inherits no events has no sources");
  if (sources.some(({ draws }, at) => at > 0 && draws <= sources[at - 1].draws)) no("has inherited draws from each of its sources");
  if (!different(tables) || [...tables, table].includes(run.file.table)) no("has distinct sources and is none of them");
  const crowded = sources.some(({ client_seeds }) => client_seeds.length > seats + 1);
  if (crowded) no("has sources with at most one client seed for each seat and the creator");
  if (tables.includes(table) && tables.at(-1) !== table) no("has the table it was forked from as its last source");
  if (events && version < events + seats + 2) no(`with ${events} inherited events starts after version ${version}`);
}

/** The seats that may have been taken with the table's creation: in order, at the same time, and without a seed. */
function* firstSeats(run, seats) {
  let last = -1;
  for (let index = 1; run.eventAt(index); index += 1) {
    const event = run.eventAt(index);
    const { type, seat: owner, at } = event;
    const { kind: held, client_seed, level, bot, ...others } = run.completed(event);
    if (type !== "table.seat-taken" || !["human", "ai", "bot"].includes(held) || client_seed !== null) return;
    if ((held === "ai" && level === null) || (held === "bot" && bot === null)) return;
    if (at !== run.first.at || owner <= last || owner >= seats) return;
    last = owner;
    yield { ...others, owner, kind: held, client_seed, level: held === "ai" ? level : null, bot: held === "bot" ? bot : null };
  }
}

const SKIP = { policy: "skip", level: null, after: null };
const STAND_IN = { policy: "substitute", level: "greedy", after: null };

/** The table's rule for a clock that runs out. */
function expiryRule({ turn_seconds, on_expiry }) {
  if (turn_seconds === null) return on_expiry === null ? null : refuse("the table has no clock that can run out.");
  return on_expiry ?? SKIP;
}

/** The table's rules for its bots; nulls without bots. */
function botRules({ turn_seconds, bot_seconds, on_failure }, seats, hidesDefault) {
  if (!seats.some(({ kind: held }) => held === "bot")) {
    return bot_seconds === null && on_failure === null ? { bot_seconds, on_failure } : refuse("the table has no bots.");
  }
  if (hidesDefault && on_failure !== null && on_failure.policy !== "substitute") refuse("a bot that fails would tell a hidden answer.");
  const seconds = bot_seconds ?? 30;
  return { bot_seconds: Math.min(seconds, turn_seconds ?? seconds), on_failure: on_failure ?? STAND_IN };
}

// --- The commands of a table, each read from its first event.

function order(run) {
  const { type, seat: owner } = run.first;
  if (run.status === "finished") refuse("the game is over.");
  const orders = {
    "table.seat-taken": () => join(run),
    "table.seat-left": () => leave(run, owner),
    "table.seat-resigned": () => leave(run, owner),
    "table.started": () => start(run),
    "table.finished": () => end(run),
    "table.decision-expired": () => expire(run, owner),
    "table.bot-failed": () => fail(run, owner),
    "table.seat-substituted": () => substitute(run, owner),
    "table.values-used": () => answer$1(run, owner),
    "table.advice-requested": () => requestAdvice(run, owner),
  };
  const withoutSeat = ["table.seat-taken", "table.started", "table.finished"].includes(type);
  if (!withoutSeat && owner >= run.seats.length) refuse(`the table has no seat ${owner}.`);
  if (Object.hasOwn(orders, type)) orders[type]();
  else if (type in run.game.events) move(run, owner);
  else refuse("no command starts with it.");
}

function join(run) {
  if (run.status !== "open") refuse("the game has started.");
  const open = run.seats.findIndex(({ kind: held }) => held === "open");
  if (open < 0) refuse("every seat is taken.");
  run.take({ ...run.completed(run.first), owner: open, kind: "human", level: null, bot: null });
}

function leave(run, owner) {
  const holder = run.seats[owner];
  const able = run.status === "open" ? ["human"] : ["human", "bot"];
  if (!able.includes(holder.kind)) refuse(`nobody who can leave holds seat ${owner}.`);
  if (run.status === "open") {
    run.seats[owner] = { kind: "open", seed: null, resigned: false };
    run.emit("table.seat-left", owner, {});
    if (!run.people()) run.finish({ reason: "abandoned", winners: [], ranking: [] });
    return;
  }
  if (holder.resigned) refuse("the seat has resigned.");
  run.resign(owner);
}

function start(run) {
  if (run.status !== "open") refuse("the game has started.");
  if (run.seats.some(({ kind: held }) => held === "open")) refuse("seats are open.");
  begin(run);
}

function end(run) {
  if (run.first.data.outcome.reason !== "closed") abandon(run);
  else run.finish({ reason: "closed", winners: [], ranking: [] });
}

function abandon(run) {
  const abandonAfter = run.table.abandon_after;
  const idleFor = Date.parse(run.first.at) - Date.parse(run.lastMoveAt);
  if (abandonAfter === null || idleFor < 1000 * abandonAfter) refuse("the table was not inactive for long enough.");
  run.finish({ reason: run.status === "open" ? "abandoned" : "inactive", winners: [], ranking: [] });
}

function expire(run, owner) {
  const until = run.clocks[owner].deadline;
  if (!ruleOf(run, owner) || !until || run.first.at < until) refuse("the time for run decision has not run out.");
  run.decision = run.decisions[owner] || null;
  giveUp(run, owner);
  if (!run.hidesDefault) return;
  for (let at = lateSeat(run); at >= 0; at = lateSeat(run)) giveUp(run, at);
}

function giveUp(run, owner) {
  const wanted = ruleOf(run, owner);
  loseTurn(run, owner, wanted, "expired", (expiries) => ["table.decision-expired", { policy: wanted.policy, expiries }]);
}

/** The first seat that owes a decision and whose time is over, or -1. */
function lateSeat(run) {
  return run.clocks.findIndex(
    ({ deadline, span }, at) => run.decisions[at] && deadline && span === run.game.span() && deadline <= run.first.at,
  );
}

const ruleOf = ({ seats, table: { on_failure, on_expiry } }, owner) => (seats[owner].kind === "bot" ? on_failure : on_expiry);

function fail(run, owner) {
  const [{ reason, attempts }, wanted] = [run.first.data, run.table.on_failure];
  if (!wanted || run.seats[owner].kind !== "bot") refuse(`seat ${owner} is not held by a bot.`);
  checkOwing(run, owner);
  run.decision = run.decisions[owner];
  loseTurn(run, owner, wanted, "failed", (failures) => ["table.bot-failed", { reason, attempts, policy: wanted.policy, failures }]);
}

/** A seat loses its decision and with it a turn. Each turn counts once. */
function loseTurn(run, owner, { policy: wanted, level, after }, cause, eventOf) {
  const clock = run.clocks[owner];
  const lost = clock.expired ? clock.expiries : clock.expiries + 1;
  const resigns = wanted === "resign" && lost >= after;
  if (!resigns) checkOwing(run, owner);
  Object.assign(clock, { expired: true, expiries: lost });
  const [type, data] = eventOf(lost);
  run.emit(type, owner, data);
  if (resigns) run.resign(owner);
  else if (wanted === "substitute") replayAnswer(run, owner, level, cause);
  else run.game.decide(owner, run.game.byDefault(owner));
}

function substitute(run, owner) {
  if (run.hidesDefault) refuse("it would say how a hidden answer was chosen.");
  if (run.table.advice === "off") refuse("at this table nobody has a turn played by a built-in player.");
  if (run.seats[owner].kind === "ai") refuse(`seat ${owner} is held by a built-in player.`);
  checkOwing(run, owner);
  run.decision = run.decisions[owner];
  replayAnswer(run, owner, run.first.data.level, "asked");
}

/** A request for advice is announced once for each decision, which stays open. */
function requestAdvice(run, owner) {
  const holder = run.seats[owner];
  if (run.table.advice !== "announced") refuse("this table does not announce who requests advice.");
  if (holder.kind === "ai") refuse(`seat ${owner} is held by a built-in player.`);
  checkOwing(run, owner);
  if (holder.advised > run.decisions[owner]) refuse("for this decision it is announced already.");
  run.decision = run.decisions[owner];
  run.emit("table.advice-requested", owner, {});
  holder.advised = run.version;
}

/** Replays a built-in player's recorded move. It is not computed again, because the players may be better by now. */
function replayAnswer(run, owner, level, cause) {
  run.emit("table.seat-substituted", owner, { level, cause });
  replayMove(run, owner, level);
}

/** The answer of the built-in player that holds the seat, which first names its table of values. */
function answer$1(run, owner) {
  const { kind, level } = run.seats[owner];
  if (run.status === "open" || kind !== "ai") refuse(`no built-in player answers for seat ${owner}.`);
  checkOwing(run, owner);
  run.decision = run.decisions[owner];
  replayMove(run, owner, level);
}

/** Its table of values is named first, unless it is the table, and the level, that was named last for this holder. */
function replayMove(run, owner, level) {
  const position = run.produced.length;
  const named = run.from(position)[0]?.type === "table.values-used";
  const answer = run.from(position + (named ? 1 : 0));
  if (named) nameValues(run, owner, level, run.eventAt(position).data.values);
  if (!answer.length) {
    run.compare();
    throw new Wrong("event-missing", "The move of a built-in player is missing.", run.log.length + 1);
  }
  run.game.decide(owner, run.game.command(answer));
}

function nameValues(run, owner, level, values) {
  const { known } = run.seats[owner];
  if (known?.level === level && known.values === values) return;
  run.seats[owner].known = { level, values };
  run.emit("table.values-used", owner, { level, values });
}

function move(run, owner) {
  if (owner === null) refuse("it belongs to no seat.");
  const command = run.game.command(run.from(0));
  if (run.status === "open") refuse("the game has not started.");
  run.decision = run.decisions[owner] || null;
  run.game.decide(owner, command);
}

function checkOwing(run, owner) {
  if (run.status !== "playing" || !run.decisions[owner]) refuse(`seat ${owner} owes no decision.`);
}

// --- Plays a table again.

/** A table, replayed from its commands, which are read from the events. */
class TableReplay {
  constructor(file, log, { seats: [fewest, most], events, before = {}, rules, hides = () => false, hidesDefault = false }, own) {
    Object.assign(this, { file, log, fewest, most, hides, hidesDefault, creationLength: null, onDraw: own.onDraw });
    this.later = { events: events(), before };
    Object.assign(this, { appends: 0, version: 0, produced: [], status: null, lastMoveAt: "", lastAt: "" });
    Object.assign(this, { drawSources: [], sourceOf: sourceFinder([]) });
    const dice = {
      roll: (count, of) => roll(...this.nextDraw(), count, of),
      shuffle: (count, of) => shuffle(...this.nextDraw(), count, of),
    };
    const first = log.find(({ type }) => type === Object.keys(events())[0]);
    this.game = rules((type, owner, data) => this.emit(type, owner, data), dice, own, first?.data ?? null);
  }

  /** The first breach of the rules, or null. */
  firstFault() {
    try {
      this.play();
      return null;
    } catch (wrong) {
      if (wrong instanceof Wrong) return wrong;
      throw wrong;
    }
  }

  play() {
    while (this.version < this.log.length) {
      this.append();
      this.creationLength ??= this.version;
      this.reportDraws();
    }
    if (this.status !== "finished") throw new Wrong("event-missing", "The events end before the table is finished.", this.log.length + 1);
  }

  /** Replays one command with all that follows from it. */
  append() {
    this.begun = this.version;
    this.first = this.log[this.begun];
    this.produced = [];
    this.decision = null;
    try {
      if (this.status === null) create(this);
      else order(this);
      settle(this);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.compare();
      throw this.wrongFrom(this.produced.length, refused);
    }
    this.compare();
    this.lastAt = this.first.at;
    this.appends += 1;
    if (!["table.decision-expired", "table.bot-failed"].includes(this.first.type)) this.lastMoveAt = this.first.at;
  }

  /** The file's event at this position of the append, if any. */
  eventAt(index) {
    return this.log[this.begun + index];
  }

  /** The two events from this position of the append on, from which a move can be read; `end`: where events no longer belong to it. */
  from(index, end = Infinity) {
    const start = this.begun + index;
    return this.log.slice(start, Math.min(start + 2, this.begun + end));
  }

  /** The fault of the move that would start at this position of the append. */
  wrongFrom(index, refused) {
    return new Wrong("move-refused", `${this.eventAt(index)?.type} cannot happen here: ${refused.message}`, this.first.version + index);
  }

  /** Reports the draws of the last append, which are known to be right here. */
  reportDraws() {
    for (const { version, data } of this.log.slice(this.begun, this.version)) {
      if (data.draw) this.onDraw(derived(this.drawSources[data.draw.n], version, data.draw));
    }
  }

  emit(type, owner, data) {
    this.version += 1;
    const blinding = this.hides(type, data) && { blinding: blindingOf(this.file, this.version) };
    this.produced.push({ type, seat: owner, data: { ...data, ...blinding } });
    if (type in this.game.events) {
      this.game.apply(type, owner, data);
      const owing = this.game.owing();
      this.decisions = this.decisions.map((open, at) => (owing.includes(at) ? (at !== owner && open) || this.version : 0));
    }
  }

  nextDraw() {
    const n = this.drawSources.length;
    const source = this.sourceOf(n);
    if (this.inheriting && !source) refuse(`no source of the fork has draw number ${n}.`);
    this.drawSources.push(source ?? { secret: this.file.secret, seeds: this.seeds, table: this.file.table });
    return [this.drawSources[n], n];
  }

  compare(indexes = this.produced.keys()) {
    for (const index of indexes) {
      const [produced, event] = [this.produced[index], this.eventAt(index)];
      const version = this.first.version + index;
      if (!event) throw new Wrong("event-missing", `By the rules a ${produced.type} follows.`, version);
      const alike = event.type === produced.type;
      if (!alike || event.seat !== produced.seat || !same(this.completed(event), produced.data)) {
        if (alike && event.data.draw && produced.data.draw && !same(event.data.draw, produced.data.draw)) {
          throw new Wrong("draw-wrong", `The secret gives ${canonical(produced.data.draw)}, not ${canonical(event.data.draw)}.`, version);
        }
        const hint = alike && event.type === Object.keys(this.game.events)[0] ? OWN_DATA : "";
        throw new Wrong("event-wrong", `By the rules it is ${shown(produced)}, not ${shown(event)}.${hint}`, version);
      }
      if (event.at !== this.first.at) throw new Wrong("time-wrong", `Its time should be ${this.first.at}, as before it.`, version);
      if (event.at < this.lastAt) throw new Wrong("time-wrong", `The event before it is later: ${this.lastAt}.`, version);
      if (event.decision !== this.decision) throw new Wrong("decision-wrong", `Its decision should be ${this.decision}.`, version);
    }
  }

  completed(event) {
    return completed(event, this.later);
  }

  take({ owner, ...holder }) {
    this.seats[owner] = { kind: holder.kind, seed: holder.client_seed, resigned: false, level: holder.level, advised: 0 };
    this.emit("table.seat-taken", owner, holder);
  }

  resign(owner) {
    this.seats[owner].resigned = true;
    this.emit("table.seat-resigned", owner, {});
    this.game.resign(owner);
  }

  people() {
    return this.seats.filter(({ kind: held }) => held === "human").length;
  }

  finish(result) {
    this.status = "finished";
    this.emit("table.finished", null, { outcome: result });
  }
}

const OWN_DATA = " Or the table uses a deployment's own cards or board: then the check has to be given them.";

function shown({ type, seat: owner, data }) {
  return `${type} ${short(canonical({ seat: owner, ...data }), 300)}`;
}

// --- The table, checked by the rules of its game.

/**
 * Replays the table. Returns its `faults`, and `creationEnds`, the versions at which the append that created it may end.
 *
 * `game`: the number of its rules (`ruleset`), its fewest and most `seats`, its `events()`, and its `rules(emit, dice, own)` with a
 * deployment's own data. `before`: the options that are newer than the game, each with its value at tables without it. `since`: the lowest
 * schema of its `table.created`, by default 1. A game that hides something has `hides(type, data)`: whether spectators do not see all of
 * this event; with `hidesDefault` they do not see what is answered by default.
 */
function replayed(file, game, own, figures) {
  const malformed = malformedEvent(file, game);
  const log = file.events.slice(0, malformed ? malformed.version - 1 : undefined);
  const run = new TableReplay(file, log, game, own);
  const faults = [malformed, run.firstFault()].filter(Boolean);
  figures.events = log.length;
  figures.appends = run.appends;
  figures.draws = log.filter(({ data }) => data.draw != null).length;
  return { faults, creationEnds: faults.length ? [] : creationEnds(file.events, run.creationLength) };
}

// --- One pass through the events of a table without the rules of its game.

/** The table as far as it is known without its game: `status` (null, open, playing, finished, revealed), seats, draws, time. */
class Survey {
  constructor(file, onDraw) {
    Object.assign(this, { file, onDraw, status: null, seats: [], seeds: [], drawn: 0, lastAt: "", lastInherited: 0 });
  }

  /** Checks the next event. Throws `Wrong`, or `Refused` if such an event cannot happen here. */
  check(event) {
    if (event.version === 1) this.create(event);
    else this.follow(event);
    if (event.at < this.lastAt) throw new Wrong("time-wrong", `The event before it is later: ${this.lastAt}.`, event.version);
    this.lastAt = event.at;
    if (event.version === this.lastInherited) this.checkInherited();
  }

  /** The fault of a log of this length that ends too early, or null. */
  unfinished(length) {
    return this.status === "revealed" ? null : new Wrong("event-missing", "The events end before the table is finished.", length + 1);
  }

  create(event) {
    if (event.type !== "table.created") throw new Wrong("event-wrong", `A table begins with table.created, not with ${event.type}.`, 1);
    this.created = completed(event);
    const { seats, forked_from, client_seed } = this.created;
    if (forked_from !== null) checkOrigin(this, this.created);
    this.sourceOf = sourceFinder(forked_from?.sources ?? []);
    this.seats = Array.from({ length: seats }, () => ({ kind: "open", seed: null, resigned: false }));
    Object.assign(this, { creatorSeed: client_seed, status: "open" });
  }

  follow(event) {
    const { type, seat: owner, version } = event;
    const late = this.status === "finished" && type !== "table.seed-revealed";
    if (late) throw new Wrong("event-wrong", "After the end of a table, its secret is revealed.", version);
    if (this.status === "revealed") refuse("the table is over.");
    if (owner !== null && owner >= this.seats.length) refuse(`the table has no seat ${owner}.`);
    const steps = {
      "table.created": () => refuse("the table has been created."),
      "table.seat-taken": () => this.take(event),
      "table.seat-left": () => this.leave(owner),
      "table.started": () => this.start(event),
      "table.finished": () => this.finish(event),
      "table.seed-revealed": () => this.reveal(event),
    };
    if (Object.hasOwn(steps, type)) steps[type]();
    else this.play(event);
  }

  take({ seat: owner, data: { kind, client_seed } }) {
    if (this.status !== "open") refuse("the game has started.");
    if (this.seats[owner].kind !== "open") refuse(`seat ${owner} is taken.`);
    this.seats[owner] = { kind, seed: client_seed, resigned: false };
  }

  leave(owner) {
    if (this.status !== "open") refuse("the game has started.");
    if (this.seats[owner].kind !== "human") refuse(`nobody who can leave holds seat ${owner}.`);
    this.seats[owner] = { kind: "open", seed: null, resigned: false };
  }

  start({ data, version }) {
    if (this.status !== "open") refuse("the game has started.");
    if (this.seats.some(({ kind }) => kind === "open")) refuse("seats are open.");
    this.seeds = [this.creatorSeed, ...this.seats.map(({ seed }) => seed)].filter((given) => given !== null);
    if (!same(data.client_seeds, this.seeds)) throw new Wrong("event-wrong", `The client seeds are ${canonical(this.seeds)}.`, version);
    this.status = "playing";
    this.lastInherited = version + (this.created.forked_from?.events ?? 0);
  }

  /** An event of the game, or one of the table during it. */
  play(event) {
    const { type, seat: owner, version, data } = event;
    if (this.status !== "playing") refuse("the game has not started.");
    if (version <= this.lastInherited && type.startsWith("table.") && type !== "table.seat-resigned") refuse("no fork inherits it.");
    if (type === "table.bot-failed" && this.seats[owner].kind !== "bot") refuse(`seat ${owner} is not held by a bot.`);
    if (type === "table.seat-resigned") {
      if (this.seats[owner].resigned) refuse("the seat has resigned.");
      this.seats[owner].resigned = true;
    }
    if (data.draw != null) this.checkNext(event);
  }

  checkNext({ data: { draw: made }, version }) {
    checkDraw(made, version);
    const source = this.sourceOf(this.drawn);
    if (version <= this.lastInherited && !source) refuse(`no source of the fork has draw number ${this.drawn}.`);
    const from = source ?? { secret: this.file.secret, seeds: this.seeds, table: this.file.table };
    const right = (made.kind === "dice" ? roll : shuffle)(from, this.drawn, made.values.length, made.of);
    if (!same(made, right)) throw new Wrong("draw-wrong", `The secret gives ${canonical(right)}, not ${canonical(made)}.`, version);
    this.drawn += 1;
    this.onDraw(derived(from, version, made));
  }

  finish({ data: { outcome }, version }) {
    const closed = { reason: outcome.reason, winners: [], ranking: [] };
    const early = this.status === "open" && !(["abandoned", "closed"].includes(outcome.reason) && same(outcome, closed));
    if (early) throw new Wrong("event-wrong", "Before the game, a table is only abandoned or closed, without a result.", version);
    if (version <= this.lastInherited) refuse("no fork inherits it.");
    this.status = "finished";
  }

  reveal({ at, data: { secret }, version }) {
    if (this.status !== "finished") refuse("the table is not finished.");
    if (secret !== this.file.secret) throw new Wrong("event-wrong", `The secret is ${this.file.secret}, not ${secret}.`, version);
    if (at !== this.lastAt) throw new Wrong("time-wrong", `Its time should be ${this.lastAt}, as before it.`, version);
    this.status = "revealed";
  }

  /** After the inherited events of a fork, or after the start: these have as many draws as the sources say. */
  checkInherited() {
    const stated = this.created.forked_from?.sources.at(-1)?.draws ?? 0;
    if (this.drawn !== stated) throw new Wrong("event-wrong", `The sources have ${stated} draws, but the fork inherits ${this.drawn}.`, 1);
  }
}

/** A draw that can be made: of at most 256, and a shuffle of no more values than it has. */
function checkDraw(made, version) {
  try {
    draw(made, "draw");
  } catch (wrong) {
    throw new Wrong("malformed", wrong.detail, version);
  }
  const most = made.kind === "shuffle" ? made.of : Infinity;
  if (!within(1, 256)(made.of) || made.values.length > most) throw new Wrong("draw-wrong", `No draw is ${canonical(made)}.`, version);
}

// --- The table, checked without the rules of its game: who sat there, start and end, times, and every draw.

const isOfTable = ({ type }) => type.startsWith("table.");
const NO_GAME = { events: () => ({}) };

/** Surveys the table. Returns its `faults`, and `creationEnds`, the versions at which the append that created it may end. */
function surveyed(file, { onDraw }, figures) {
  const malformed = malformedEvent({ ...file, events: file.events.filter(isOfTable) }, NO_GAME);
  const log = file.events.slice(0, malformed ? malformed.version - 1 : undefined);
  const faults = [malformed, firstFault(new Survey(file, onDraw), log)].filter(Boolean);
  figures.events = log.length;
  figures.draws = log.filter(({ data }) => data.draw != null).length;
  return { faults, creationEnds: earliest(file.events) };
}

function firstFault(survey, log) {
  for (const event of log) {
    try {
      survey.check(event);
    } catch (wrong) {
      if (wrong instanceof Refused) return new Wrong("move-refused", `${event.type} cannot happen here: ${wrong.message}`, event.version);
      if (wrong instanceof Wrong) return wrong;
      throw wrong;
    }
  }
  return survey.unfinished(log.length);
}

/** The versions of the first events that happened at the same time and answer no decision: the creation may end with each of them. */
function earliest(events) {
  const others = events.findIndex(({ at, decision }) => at !== events[0].at || decision !== null);
  return events.slice(0, others < 0 ? undefined : others).map(({ version }) => version);
}

// --- Checks the file of a finished rollstream table with nothing but this file and the rules of its game.

const STATUS = { unreadable: "uncheckable", "event-unknown": "uncheckable", "game-unknown": "partial" };

/**
 * Checks a file. Returns `status`: right, wrong, partial (the game is unknown here: chain, dice and table are right, the moves were not
 * checked) or uncheckable. Unless right, also `code` and `detail`, and the `version` of the first wrong event (null: the fault is not in
 * an event). `figures` counts what was checked. A right or partial file also has `erased`, the names that were erased from it: how many
 * `names`, and up to which version the chain does not bind its events to later ones (`unbound`, 0: it binds all). Never throws, whatever
 * the text is.
 *
 * With an `issuer` it returns a promise of that, because only Web Crypto checks signatures. For a right or partial file the result also has
 * `issued`, whether the service with these keys has issued it: `{by, detail}`. `by` is the id of the key that signed its end. It is null if
 * the file is not issued, and undefined if Web Crypto does not support Ed25519, so that the check is impossible. `detail` says why.
 *
 * @param {string | Uint8Array} input the file
 * @param {{games?: Object<string, Object>, sets?: Object<string, string[]>, boards?: Object<string, Object>, issuer?: Object,
 *   onDraw?: function(Object): void}} options `games`: the known games by name, each as in `games/`. `sets`: a deployment's own five cards
 *   in place of stand-in sets of Dicy Cards. `boards`: its own boards by game,
 *   `{"ice-dice": {lines: [[{number, colour, back: {number, colour}}, …], …]}}`. `issuer`: the public keys of a service, a JWK Set; null:
 *   no check of the issuer. `onDraw` is called with each right draw, in order: `{version, draw, secret, message}`; the HMAC-SHA256 of the
 *   message with the secret is the draw's first 32 bytes
 */
function verify(input, { games = {}, sets = {}, boards = {}, issuer = null, onDraw = () => {} } = {}) {
  const figures = { events: 0, appends: 0, draws: 0 };
  try {
    const keys = issuer === null ? null : keysOf(issuer);
    const { file, unknown } = checkedFile(input, { games, sets, boards, onDraw }, figures);
    const right = { status: "right", code: null, detail: null, version: null, figures };
    const verdict = { ...(unknown ? verdictOn(unknown, figures) : right), erased: erasedNames(file) };
    return keys ? issuedBy(file, keys).then((issued) => ({ ...verdict, issued })) : verdict;
  } catch (wrong) {
    const verdict = verdictOn(wrong, figures);
    return issuer === null ? verdict : Promise.resolve(verdict);
  }
}

/** The file if nothing in it is wrong, and why its moves were not checked, if they were not; otherwise throws the first fault. */
function checkedFile(input, own, figures) {
  const file = read(input);
  checkShape(file);
  const game = Object.hasOwn(own.games, file.game) ? own.games[file.game] : null;
  const unknown = game?.ruleset === file.ruleset ? null : unknownGame(file);
  const found = [brokenLink(file), wrongSecret(file), ...wrongNames(file)].filter(Boolean);
  if (found.some(({ code }) => code === "commitment-wrong")) throw first(found);
  const { faults, creationEnds } = unknown ? surveyed(file, own, figures) : replayed(file, game, own, figures);
  found.push(...faults);
  if (!found.length) found.push(...wrongMembers(file), ...wrongReceipts(file, creationEnds));
  if (found.length) throw first(found);
  return { file, unknown };
}

const first = (found) => found.reduce((one, next) => ((next.version ?? Infinity) < (one.version ?? Infinity) ? next : one));

function unknownGame({ game, ruleset }) {
  const why = `This verifier does not know ruleset ${ruleset} of ${game}`;
  return new Wrong("game-unknown", `${why}: it has checked the chain, the dice and the table, but no move and no result.`);
}

function verdictOn(wrong, figures) {
  const { code, detail, version } = wrong instanceof Wrong ? wrong : new Wrong("unreadable", `This cannot be read: ${wrong}.`);
  return { status: STATUS[code] ?? "wrong", code, detail: plain(short(detail)), version, figures };
}

// --- Turns, rounds and the result, which games share.

/** The next turn: that of the next seat clockwise that has not resigned. A round starts when the turn reaches or passes the first seat. */
function following({ players, turn, first }) {
  const seats = players.length;
  const after = (at, from) => (at - from + seats) % seats;
  const next = Array.from({ length: seats }, (_, step) => (turn + 1 + step) % seats).find((at) => !players[at].withdrawn);
  return { next, newRound: after(next, first) < after(turn, first) };
}

/** The result from each seat's keys, of which the first that differs decides. Tied seats share their rank; rank 1 has won. */
function ranked(reason, keys, points) {
  const above = (one, other) => (one.find((key, at) => key !== other[at]) ?? 0) > (other.find((key, at) => key !== one[at]) ?? 0);
  const ranking = keys.map((key, at) => ({ seat: at, rank: 1 + keys.filter((other) => above(other, key)).length, points: points[at] }));
  ranking.sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return { reason, winners: ranking.filter(({ rank }) => rank === 1).map(({ seat: at }) => at), ranking };
}

// --- What mechanisms have in common.

const HIGHEST = 12;

const upTo = (count) => Array.from({ length: count }, (_, at) => at);

/** The marks with a number in a cell. */
const written = (marks, cell, number) => marks.map((mark, at) => (at === cell ? number : mark));

const count = (marks) => marks.filter((mark) => mark).length;

/** The lists of cells of which every cell is marked, by their places. */
const full = (marks, lines) => upTo(lines.length).filter((line) => lines[line].every((cell) => marks[cell]));

/** The cells of rows of these lengths, one row after another. */
const rowsOf = (lengths) => lengths.map((length, row) => upTo(length).map((at) => sum(lengths.slice(0, row)) + at));

/** A mechanism whose places are rows that are filled from their first cell: `next` says whether a number may follow those in the row. */
function inRows(lengths, next, { units, done }) {
  const rows = rowsOf(lengths);
  const numbersIn = (marks, row) => rows[row].map((cell) => marks[cell]).filter((mark) => mark);
  const free = (marks, row) => rows[row]?.find((cell) => !marks[cell]);
  return {
    cells: sum(lengths),
    places: rows.length,
    units,
    allows: (marks, row, number) => free(marks, row) !== undefined && next(numbersIn(marks, row), number, row, marks),
    after: (marks, row, number) => written(marks, free(marks, row), number),
    done: (marks) => done(upTo(rows.length).map((row) => numbersIn(marks, row)), marks),
  };
}

/** A mechanism whose places are cells, marked in any order: `fits` says whether a number may be in an empty cell. */
function inCells(cells, fits, { units, done, two }) {
  return {
    ...{ cells, places: cells, units, done, two },
    allows: (marks, cell, number) => cell < cells && marks[cell] === 0 && fits(marks, cell, number),
    after: written,
  };
}

// --- Mechanisms on grids, tubes and maps, in which a number depends on those around it.

/** Without a box there are none. A group comes as soon as the rows before it have all of its cells. */
function latin({ size, box, counts = "all" }) {
  const cells = upTo(size * size);
  const [width, height] = box ?? [size, size];
  const [rowOf, columnOf] = [(cell) => Math.floor(cell / size), (cell) => cell % size];
  const boxOf = (cell) => Math.floor(rowOf(cell) / height) * (size / width) + Math.floor(columnOf(cell) / width);
  const groupsBy = (of) => upTo(size).map((group) => cells.filter((cell) => of(cell) === group));
  const [rows, columns, boxes] = [groupsBy(rowOf), groupsBy(columnOf), box ? groupsBy(boxOf) : []];
  const groups = [...rows, ...columns, ...boxes];
  const inOrder = groups.toSorted((one, other) => one.at(-1) - other.at(-1) || other[0] - one[0]);
  const counted = { rows, boxes, "rows-columns": [...rows, ...columns], all: inOrder }[counts];
  const fits = (marks, cell, number) =>
    number <= size && groups.every((group) => !group.includes(cell) || group.every((other) => marks[other] !== number));
  return inCells(size * size, fits, { units: counted.length, done: (marks) => full(marks, counted) });
}

function magic({ rows, columns, highest = HIGHEST }) {
  const width = columns.length;
  const lines = [
    ...rows.map((wanted, row) => ({ wanted, cells: upTo(width).map((column) => row * width + column) })),
    ...columns.map((wanted, column) => ({ wanted, cells: upTo(rows.length).map((row) => row * width + column) })),
  ];
  const possible = (marks, { wanted, cells }) => {
    const missing = cells.filter((cell) => !marks[cell]).length;
    const rest = wanted - sum(cells.map((cell) => marks[cell]));
    return rest >= missing && rest <= missing * highest;
  };
  const fits = (marks, cell, number) => {
    const then = written(marks, cell, number);
    return number <= highest && lines.every((line) => !line.cells.includes(cell) || possible(then, line));
  };
  return inCells(rows.length * width, fits, {
    units: lines.length,
    done: (marks) => full(marks, lines.map(({ cells }) => cells)),
  });
}

function thermometers({ tubes, lowest = 1, highest = HIGHEST }) {
  const lines = rowsOf(tubes);
  const fits = (marks, cell, number) => {
    const tube = lines.find((line) => line.includes(cell));
    const at = tube.indexOf(cell);
    const roomBelow = tube.every((other, place) => place >= at || !marks[other] || number - marks[other] >= at - place);
    const roomAbove = tube.every((other, place) => place <= at || !marks[other] || marks[other] - number >= place - at);
    return number >= lowest + at && number <= highest - (tube.length - 1 - at) && roomBelow && roomAbove;
  };
  return inCells(sum(tubes), fits, { units: tubes.length, done: (marks) => full(marks, lines) });
}

const NEIGHBOURS = {
  differ: (one, other) => one !== other,
  near: (one, other) => Math.abs(one - other) <= 1,
  far: (one, other) => Math.abs(one - other) >= 2,
  "even-odd": (one, other) => one % 2 !== other % 2,
};

function regions({ regions: size, borders, lands = upTo(size).map((region) => [region]), rule, lowest = 1, highest = HIGHEST }) {
  const agree = NEIGHBOURS[rule];
  const beside = (region) => borders.filter((border) => border.includes(region)).map(([one, other]) => (one === region ? other : one));
  const fits = (marks, region, number) =>
    number >= lowest && number <= highest && beside(region).every((other) => !marks[other] || agree(marks[other], number));
  return inCells(size, fits, { units: lands.length, done: (marks) => full(marks, lands) });
}

/** The last of the marks is the cell in which the path ends, counted from 1. */
function path({ width, height, start, steps, highest = HIGHEST }) {
  const size = width * height;
  const far = (one, other) => Math.abs((one % width) - (other % width)) + Math.abs(Math.floor(one / width) - Math.floor(other / width));
  const follows = (marks, cell, number) => {
    const end = marks[size] - 1;
    return end < 0 ? cell === start : far(cell, end) === 1 && steps.includes(Math.abs(number - marks[end]));
  };
  return {
    cells: size + 1,
    places: size,
    units: size,
    allows: (marks, cell, number) => cell < size && marks[cell] === 0 && number <= highest && follows(marks, cell, number),
    after: (marks, cell, number) => written(written(marks, cell, number), size, cell + 1),
    done: (marks) => upTo(count(marks.slice(0, size))),
  };
}

/** The cells of a piece, as columns from its left edge and rows from its lowest. */
function cellsOf(piece) {
  const rows = piece.split("/").reverse();
  return rows.flatMap((row, up) => upTo(row.length).filter((across) => row[across] === "#").map((across) => [across, up]));
}

function falling({ width, height, pieces }) {
  const shapes = pieces.map(cellsOf);
  const lines = upTo(height).map((row) => upTo(width).map((column) => row * width + column));
  const highestIn = (marks, column) => 1 + upTo(height).findLastIndex((row) => marks[row * width + column]);
  /** The cells of the grid in which a piece comes to lie. */
  const lies = (marks, column, number) => {
    const shape = shapes[number - 1] ?? [];
    if (column < 0 || shape.some(([across]) => column + across >= width)) return [];
    const bottom = Math.max(0, ...shape.map(([across, up]) => highestIn(marks, column + across) - up));
    return shape.filter(([, up]) => bottom + up < height).map(([across, up]) => (bottom + up) * width + column + across);
  };
  return {
    cells: width * height,
    places: width,
    units: height,
    allows: (marks, column, number) => lies(marks, column, number).length > 0,
    after: (marks, column, number) => lies(marks, column, number).reduce((now, cell) => written(now, cell, number), marks),
    done: (marks) => full(marks, lines),
  };
}

const GRIDS$1 = { latin, magic, thermometers, regions, path, falling };

// --- Mechanisms with printed numbers: in any order, in columns, in lines of bingo, around a ring.

const PAIRS = {
  odd: (wanted) => (one, other) => wanted === undefined && one % 2 === 1 && other % 2 === 1,
  even: (wanted) => (one, other) => wanted === undefined && one % 2 === 0 && other % 2 === 0,
  double: (wanted) => (one, other) => one === other && (wanted === undefined || one === wanted),
  sum: (wanted) => (one, other) => one + other === wanted,
  product: (wanted) => (one, other) => one * other === wanted,
  difference: (wanted) => (one, other) => Math.abs(one - other) === wanted,
};

/** Whether a number of both dice is what this print says, such as `sum 7`: a word, for some with up to two digits after a space. */
function pairOf(print) {
  const [, word, digits] = /^([a-z]+)(?: (\d{1,2}))?$/.exec(print) ?? [];
  const wanted = digits === undefined ? undefined : Number(digits);
  const fits = Object.hasOwn(PAIRS, word) ? PAIRS[word](wanted) : () => false;
  return (number) => fits(Math.floor(number / 10), number % 10);
}

/** Whether a number may be in a cell with this print: a number, one of several, or what both dice together are. */
function printOf(print) {
  if (typeof print === "string") return { two: true, fits: pairOf(print) };
  if (Array.isArray(print)) return { fits: (number) => print.includes(number) };
  return { fits: (number) => number === print };
}

function printed({ cells, lines = upTo(cells.length).map((cell) => [cell]) }) {
  const prints = cells.map(printOf);
  return inCells(cells.length, (_, cell, number) => prints[cell].fits(number), {
    units: lines.length,
    done: (marks) => full(marks, lines),
    two: (cell) => prints[cell]?.two,
  });
}

function columns({ columns: shown, counts }) {
  const prints = shown.flat().map(printOf);
  const starts = shown.map((_, at) => shown.slice(0, at).flat().length);
  const lines = shown.map((column, at) => column.map((_, down) => starts[at] + down));
  const opened = (marks, cell) => starts.includes(cell) || marks[cell - 1] > 0;
  return inCells(prints.length, (marks, cell, number) => opened(marks, cell) && prints[cell].fits(number), {
    units: counts === "cells" ? prints.length : lines.length,
    done: (marks) => full(marks, counts === "cells" ? upTo(prints.length).map((cell) => [cell]) : lines),
    two: (cell) => prints[cell]?.two,
  });
}

/** Rows, columns and, in a square, both diagonals. */
function linesOf(width, height) {
  const rows = upTo(height).map((row) => upTo(width).map((column) => row * width + column));
  const across = upTo(width).map((column) => upTo(height).map((row) => row * width + column));
  const falling = upTo(width).map((at) => at * width + at);
  const rising = upTo(width).map((at) => at * width + width - 1 - at);
  return [...rows, ...across, ...(width === height ? [falling, rising] : [])];
}

/** The most lines of which no two have a cell in common. */
function mostApart([first, ...others]) {
  if (!first) return 0;
  const apart = others.filter((line) => !line.some((cell) => first.includes(cell)));
  return Math.max(1 + mostApart(apart), mostApart(others));
}

function bingo({ width, numbers, bingos }) {
  const lines = linesOf(width, numbers.length / width);
  return inCells(numbers.length, (_, cell, number) => numbers[cell] === number, {
    units: bingos + 1,
    done: (marks) => {
      const complete = full(marks, lines).map((at) => lines[at]);
      const counted = upTo(Math.min(bingos, mostApart(complete)));
      return marks.every((mark) => mark) ? [...counted, bingos] : counted;
    },
  });
}

function ring({ numbers, forwards = false }) {
  const around = (cell) => (cell + numbers.length) % numbers.length;
  const beside = (marks, cell) => marks[around(cell - 1)] > 0 || (!forwards && marks[around(cell + 1)] > 0);
  return inCells(numbers.length, (marks, cell, number) => number === numbers[cell] && (!count(marks) || beside(marks, cell)), {
    units: numbers.length,
    done: (marks) => upTo(count(marks)),
  });
}

const PRINTED$1 = { printed, columns, bingo, ring };

// --- The forms of boards, by mechanism. What has a usual value may be missing or null.

const MOST_CELLS = 36;
const LONGEST$1 = 6 * MOST_CELLS;
const FACES$1 = [1, 2, 3, 4, 5, 6];
const BOTH = FACES$1.flatMap((black) => FACES$1.map((red) => 10 * black + red));

/** An object without its members that are null. */
const given = (value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

/** Lists of a deck are neither empty nor long. */
const some = (form) => list(form, 1, LONGEST$1);
const numbers = (least, most) => some(integer(least, most));
const faces = numbers(1, HIGHEST);
const cells = some(numbers(0, MOST_CELLS - 1));

const flag = orNull(truth);
const word = (...words) => orNull(oneOf(...words));
const number = (least) => orNull(integer(least, HIGHEST));
const RANGE = { lowest: number(1), highest: number(1) };

/** A form whose members fit together, too. */
const board = (members, others = {}, fits = () => true) => (value, path) => {
  object(members, others)(value, path);
  fitting((one) => fits(given(one)), "a board that can be played")(value, path);
};

const rising = ({ lowest = 1, highest = HIGHEST }) => lowest <= highest;
const numbersOf = ({ lowest = 1, highest = HIGHEST }) => highest - lowest + 1;
const small = (lengths) => sum(lengths) <= MOST_CELLS;
const inside = (lists, size) => lists.flat().every((cell) => cell < size);

const pair$1 = fitting((print) => BOTH.some(pairOf(print)), "a print for both dice");
const print$1 = (value, path) => (typeof value === "string" ? pair$1 : Array.isArray(value) ? faces : integer(1, HIGHEST))(value, path);

const PRINTED = {
  printed: board({ cells: some(print$1) }, { lines: cells }, ({ cells: { length }, lines = [] }) =>
    length <= MOST_CELLS && inside(lines, length) && lines.every(different)),
  columns: board({ columns: some(some(print$1)) }, { counts: word("columns", "cells") }, ({ columns }) =>
    small(columns.map(({ length }) => length))),
  bingo: board({ width: integer(2, 6), numbers: faces, bingos: integer(1, 6) }, {}, ({ width, numbers, bingos }) => {
    const height = numbers.length / width;
    return Number.isInteger(height) && height >= 2 && height <= 6 && bingos <= mostApart(linesOf(width, height));
  }),
  ring: board({ numbers: list(integer(1, HIGHEST), 3, 24) }, { forwards: flag }),
};

const ROWS$1 = {
  climb: board({ ladders: numbers(2, 12) }, { ...RANGE, step: number(1), down: flag, counts: word("rungs", "ladders") }, ({ ladders, ...range }) =>
    rising(range) && small(ladders) && Math.max(...ladders) <= numbersOf(range)),
  countdown: board({ starts: numbers(2, 99), marks: numbers(1, 12) }, { whole: flag }, ({ starts, marks }) =>
    starts.length === marks.length && small(marks) && starts.every((start, at) => start >= marks[at] && start <= HIGHEST * marks[at])),
  scales: board({ pans: numbers(1, 8), within: numbers(0, 12) }, { highest: number(2) }, ({ pans, within }) =>
    pans.length % 2 === 0 && small(pans) && within.every((most, at) => at === 0 || most < within[at - 1])),
  sums: board({ rows: numbers(1, 6) }, { least: orNull(integer()), most: orNull(integer()) }, ({ rows: lengths, ...bounds }) => {
    const [shortest, longest] = [Math.max(...lengths), HIGHEST * Math.min(...lengths)];
    const { least = shortest, most = longest } = bounds;
    return small(lengths) && shortest <= least && least <= most && most <= longest;
  }),
  mountain: board({ length: integer(3, 2 * HIGHEST - 1) }),
  race: board({ tracks: integer(2, 6), length: integer(2, 12) }, { highest: number(2), free: flag }, ({ tracks, length }) =>
    tracks * length <= MOST_CELLS),
  windows: board({ windows: numbers(1, 6) }, RANGE, ({ windows, ...range }) =>
    rising(range) && small(windows) && windows.length <= numbersOf(range)),
};

/** Whether a piece is drawn with 1 to 6 squares, and not wider than the grid. */
function isPiece(piece, width) {
  const squares = cellsOf(piece);
  return /^[#./]+$/.test(piece) && squares.length >= 1 && squares.length <= 6 && squares.every(([across]) => across < width);
}

/** Whether lines of so many cells can have these sums. */
const reachable$1 = (sums, size, highest) => sums.every((wanted) => wanted >= size && wanted <= size * highest);

const GRIDS = {
  latin: board({ size: integer(3, 6) }, { box: list(integer(1, 6), 2, 2), counts: word("rows", "rows-columns", "boxes", "all") },
    ({ size, box, counts }) => (box ? box[0] * box[1] === size : counts !== "boxes")),
  magic: board({ rows: numbers(1, 72), columns: numbers(1, 72) }, { highest: number(2) }, ({ rows: across, columns, highest = HIGHEST }) => {
    const [width, height] = [columns.length, across.length];
    const sized = width >= 2 && height >= 2 && width * height <= MOST_CELLS && sum(across) === sum(columns);
    return sized && reachable$1(across, width, highest) && reachable$1(columns, height, highest);
  }),
  thermometers: board({ tubes: numbers(2, 12) }, RANGE, ({ tubes, ...range }) =>
    rising(range) && small(tubes) && Math.max(...tubes) <= numbersOf(range)),
  regions: board(
    { regions: integer(2, MOST_CELLS), borders: cells, rule: oneOf("differ", "near", "far", "even-odd") },
    { ...RANGE, lands: cells },
    ({ regions, borders, lands = [], ...range }) =>
      rising(range) && inside([...borders, ...lands], regions) && borders.every((border) => border.length === 2 && different(border)),
  ),
  path: board({ width: integer(2, 6), height: integer(2, 6), start: integer(0), steps: numbers(0, HIGHEST - 1) }, { highest: number(2) },
    ({ width, height, start, steps, highest = HIGHEST }) => {
      const steppable = Math.max(...steps) < highest && 2 * Math.min(...steps) <= highest;
      return width * height < MOST_CELLS && start < width * height && steppable;
    }),
  falling: board({ width: integer(2, 6), height: integer(2, 6), pieces: list(text, 1, 12) }, {}, ({ width, pieces }) =>
    pieces.every((piece) => isPiece(piece, width)) && different(pieces.map((piece) => canonical(cellsOf(piece))))),
};

const BOARDS = { ...PRINTED, ...ROWS$1, ...GRIDS };

// --- The form of a card's rules: the members of the card, its board, and what depends on the number of its places and of what can be done on it.

const CARDS$1 = 50;

const points = integer(0, 99);

const rules = object(
  { board: anyObject, mechanism: oneOf(...Object.keys(BOARDS)), number: integer(1, CARDS$1), score: anyObject },
  { colours: text, tickets: some(integer(1)), young: truth },
);

/** Throws `Wrong` unless these are the members of a card, with a board that its mechanism can be played on. */
function checkForm(card) {
  rules(card, "card");
  BOARDS[card.mechanism](card.board, "board");
}

/** Throws `Wrong` unless colours, points and tickets are some that a card with so many places and units can have. */
function checkWorth({ colours = ".", score, tickets = [] }, { places, units }) {
  const signs = fitting((signs_) => /^[br.]+$/.test(signs_) && [1, places].includes(signs_.length), `one sign or ${places}`);
  signs(colours, "colours");
  scoreOf(score, units)(score, "score");
  list(integer(1, units))(tickets, "tickets");
}

/** `steps`, `all`, or `each` with or without `whole`. */
function scoreOf(score, units) {
  if (Object.hasOwn(score, "steps")) return object({ steps: stepsTo(units) });
  if (Object.hasOwn(score, "all")) return object({ all: integer(1, 99) });
  return object({ each: Array.isArray(score.each) ? list(points, units, units) : points }, { whole: orNull(points) });
}

/** Pairs of units that are done and points, both rising. */
const stepsTo = (units) => (value, path) => {
  some(list(points, 2, 2))(value, path);
  const rises = ([count, worth], at) => at === 0 || (count > value[at - 1][0] && worth > value[at - 1][1]);
  fitting((steps) => steps[0][0] >= 1 && steps.at(-1)[0] <= units && steps.every(rises), `rising pairs of at most ${units} units`)(value, path);
};

// --- Mechanisms with rows, ladders, tracks and counters that are filled one number after another.

/** The rows that are full, by their places. */
const fullRows = (lengths) => (rows) => upTo(rows.length).filter((row) => rows[row].length === lengths[row]);

/** Whether so many numbers from 1 to `highest` can have this sum. */
const reachable = (wanted, numbers, highest) => wanted >= numbers && wanted <= numbers * highest;

function climb({ ladders, lowest = 1, highest = HIGHEST, step = HIGHEST, down = false, counts }) {
  const higher = (before, number) => (down ? before - number : number - before);
  const next = (row, number) =>
    number >= lowest && number <= highest && (!row.length || (higher(row.at(-1), number) > 0 && higher(row.at(-1), number) <= step));
  const byLadder = { units: ladders.length, done: fullRows(ladders) };
  const starts = ladders.map((_, at) => sum(ladders.slice(0, at)));
  const byRung = { units: sum(ladders), done: (rows) => rows.flatMap((row, at) => upTo(row.length).map((rung) => starts[at] + rung)) };
  return inRows(ladders, next, counts === "ladders" ? byLadder : byRung);
}

function countdown({ starts, marks: most, whole = false }) {
  const next = (row, number, counter) => {
    const [rest, left] = [starts[counter] - sum(row) - number, most[counter] - row.length - 1];
    return whole ? reachable(rest, left, HIGHEST) : rest >= 0 && rest <= left * HIGHEST;
  };
  const open = (row, counter) => sum(row) < starts[counter];
  return inRows(most, (row, number, counter) => open(row, counter) && next(row, number, counter), {
    units: starts.length,
    done: (rows) => upTo(starts.length).filter((counter) => !open(rows[counter], counter)),
  });
}

function scales({ pans, within, highest = HIGHEST }) {
  const balanced = (rows, scale, most) =>
    [2 * scale, 2 * scale + 1].every((pan) => rows[pan].length === pans[pan]) &&
    Math.abs(sum(rows[2 * scale]) - sum(rows[2 * scale + 1])) <= most;
  const units = upTo(pans.length / 2).flatMap((scale) => within.map((most) => [scale, most]));
  return inRows(pans, (row, number) => number <= highest, {
    units: units.length,
    done: (rows) => upTo(units.length).filter((unit) => balanced(rows, ...units[unit])),
  });
}

function sums({ rows: lengths, least = Math.max(...lengths), most = HIGHEST * Math.min(...lengths) }) {
  const fixed = (rows) => rows.find((row, at) => row.length === lengths[at]);
  const split = (marks) => lengths.map((length, at) => marks.slice(sum(lengths.slice(0, at)), sum(lengths.slice(0, at + 1))));
  const next = (row, number, place, marks) => {
    const first = fixed(split(marks).map((cells) => cells.filter((mark) => mark)));
    const [lowest, greatest] = first ? [sum(first), sum(first)] : [least, most];
    const [now, left] = [sum(row) + number, lengths[place] - row.length - 1];
    return number <= HIGHEST && now + left <= greatest && now + left * HIGHEST >= lowest;
  };
  return inRows(lengths, next, { units: lengths.length, done: fullRows(lengths) });
}

function mountain({ length }) {
  const next = (row, number) => {
    if (!row.length) return true;
    const top = row.indexOf(Math.max(...row)) < row.length - 1;
    return number < row.at(-1) ? row.length > 1 : number > row.at(-1) && !top;
  };
  return inRows([length], next, { units: length, done: ([row]) => upTo(row.length) });
}

function race({ tracks, length, highest = HIGHEST, free = false }) {
  const next = (row, number) => number <= highest && (free || !row.length || number >= row.at(-1));
  return inRows(Array(tracks).fill(length), next, {
    units: length,
    done: (rows) => upTo(Math.min(...rows.map((row) => row.length))),
  });
}

function windows({ windows: sizes, lowest = 1, highest = HIGHEST }) {
  const starts = sizes.map((_, at) => sum(sizes.slice(0, at)));
  const next = (row, number, _, marks) =>
    row.length ? row[0] === number : number >= lowest && number <= highest && !starts.some((cell) => marks[cell] === number);
  return inRows(sizes, next, { units: sizes.length, done: fullRows(sizes) });
}

const ROWS = { climb, countdown, scales, sums, mountain, race, windows };

// --- The mechanisms of cards, by name. Of a board each makes

// - `cells`: how many numbers the marks of a card are, 0 for each that is empty;
// - `places`: how many places a mark can name;
// - `units`: how many things can be done on it;
// - `allows(marks, place, number)`: whether this number may be written there next, if the dice have it;
// - `after(marks, place, number)`: the marks after that;
// - `done(marks)`: the units that are done, ascending;
// - `two(place)`: whether both dice are written there, if that is ever so.


const MECHANISMS = { ...PRINTED$1, ...ROWS, ...GRIDS$1 };

const mechanismOf = (name, board) => MECHANISMS[name](board);

// --- A card: what may be written on it, at what price, and what it is worth.

const FACES = [1, 2, 3, 4, 5, 6];
const SOURCES = { b: (black) => [black], r: (black, red) => [red], ".": (black, red) => [black, red, black + red] };
const bothDice = (black, red) => [10 * black + red];

/** The fewest tickets with which the dice show this number, each step of a die for one; Infinity if they never do. */
function price([black, red], numbersOf, number) {
  const ways = FACES.flatMap((one) => FACES.map((other) => [one, other])).filter((pair) => numbersOf(...pair).includes(number));
  return Math.min(...ways.map(([one, other]) => Math.abs(one - black) + Math.abs(other - red)));
}

/**
 * A card of a deck: `cells` is their number; `cost(marks, place, number, dice)` is the price in tickets of a mark, Infinity if it is not
 * allowed; `after`, the marks after it; `points` and `tickets`, all that the marks have brought. Throws `Wrong` if these are no rules of a card.
 */
function cardOf(rules) {
  checkForm(rules);
  const made = mechanismOf(rules.mechanism, given(rules.board));
  checkWorth(rules, made);
  return playable(rules, made, given(rules.score));
}

function playable({ number: id, colours = ".", tickets = [], young = false }, { cells, units, two = () => false, allows, after, done }, score) {
  const each = Array.isArray(score.each) ? score.each : Array(units).fill(score.each ?? 0);
  const whole = score.all ?? score.whole ?? 0;
  const sourceOf = (place) => (two(place) ? bothDice : SOURCES[colours.length === 1 ? colours : colours[place]]);
  const stepPoints = (count) => Math.max(0, ...score.steps.filter(([least]) => least <= count).map(([, points]) => points));
  const allPoints = (units_) => sum(units_.map((unit) => each[unit])) + (units_.length === units ? whole : 0);
  return {
    id,
    young,
    allOrNothing: score.all !== undefined,
    cells,
    after,
    cost: (marks, place, number, dice) => {
      const source = sourceOf(place);
      return source && allows(marks, place, number) ? price(dice, source, number) : Infinity;
    },
    points: (marks) => (score.steps ? stepPoints(done(marks).length) : allPoints(done(marks))),
    tickets: (marks) => tickets.filter((count) => count <= done(marks).length).length,
  };
}

// --- The cards of a table, made of their rules, which its first event has as texts.

const YOUNG = 9;
const LONGEST = 1500;

/** The cards 1 to 50 by number, made of their rules in this order; null if these are no deck. */
function wholeDeck(rules) {
  const cards = rules.map(cardFrom);
  const whole = cards.length === CARDS$1 && cards.every((card, at) => card?.id === at + 1);
  return whole && cards.filter(({ young }) => young).length >= YOUNG ? new Map(cards.map((card) => [card.id, card])) : null;
}

/** The card with these rules in their canonical text, null if there is none. */
function cardFrom(text) {
  if (Array.from(text).length > LONGEST) return null;
  try {
    const rules = JSON.parse(text);
    return canonical(rules) === text ? cardOf(rules) : null;
  } catch (error) {
    if (error instanceof Wrong || error instanceof SyntaxError) return null;
    throw error;
  }
}

// --- The events of Dice Cards.

const DEALS = ["nine-keep-six", "choose-any", "young"];

const cards = list(integer());

const answer = object({
  card: orNull(integer()),
  place: integer(),
  number: integer(),
  cells: list(list(integer(), 2, 2)),
  spent: integer(),
  earned: integer(),
});

const DICE_CARDS_EVENTS = {
  "dice-cards.deck-shuffled": { schemas: forms({ seats: integer(), deal: oneOf(...DEALS), cards: list(text), draw: orNull(draw) }) },
  "dice-cards.hand-dealt": { seat: true, schemas: forms({ cards, reserve: cards, exchange: truth, draw: orNull(draw) }) },
  "dice-cards.cards-exchanged": { seat: true, schemas: forms({ given: cards, taken: cards }) },
  "dice-cards.card-kept": { seat: true, schemas: forms({ card: integer() }) },
  "dice-cards.cards-revealed": { schemas: forms({ cards: list(cards), sizes: list(list(integer())) }) },
  "dice-cards.dice-rolled": { schemas: forms({ roll: integer(), dice: list(integer(), 2, 2), draw }) },
  "dice-cards.roll-answered": { seat: true, schemas: forms({ answer }) },
  "dice-cards.answers-revealed": { schemas: forms({ roll: integer(), answers: list(orNull(answer)), tickets: faces$1, points: faces$1 }) },
  "dice-cards.seat-withdrawn": { seat: true, schemas: forms({}) },
  "dice-cards.game-ended": { schemas: forms({ reason: oneOf("all-rolls", "resignation", "given-up"), points: faces$1 }) },
};

/** Everything but these is seen by everybody: hands, what is chosen of them, and answers are not. */
const HIDING = ["deck-shuffled", "hand-dealt", "cards-exchanged", "card-kept", "roll-answered"].map((name) => `dice-cards.${name}`);

// --- The rules of Dice Cards.

const ROLLS = 50;
const KEPT = 6;
const DEALT = 9;
const RESERVE = 2;
const COPIES = 2;
const STRUCK = { card: null, place: 0, number: 0, cells: [], spent: 0, earned: 0 };

const diceCards = {
  ruleset: 1,
  seats: [1, 8],
  since: 4,
  events: () => DICE_CARDS_EVENTS,
  hides: (type) => HIDING.includes(type),
  hidesDefault: true,
  rules: (emit, dice, _, first) => new DiceCards(emit, dice, first?.cards ?? []),
};

class DiceCards {
  /** `rules` are those of all cards, with which the table began. */
  constructor(emit, dice, rules) {
    Object.assign(this, { dice, rules, cards: wholeDeck(rules) });
    Object.assign(this, { events: DICE_CARDS_EVENTS, phase: "choosing", roll: 0, faces: null, reason: null });
    this.emit = (name, owner, data) => emit(`dice-cards.${name}`, owner, data);
  }

  options(chosen) {
    const { deal = "nine-keep-six", ...others } = chosen;
    if (Object.keys(others).length) refuse(`there is no option ${Object.keys(others)[0]}.`);
    if (!DEALS.includes(deal)) refuse("the deal is unknown.");
    return { deal };
  }

  setup({ deal }, seats) {
    const draw = deal === "nine-keep-six" ? this.dice.shuffle(COPIES * CARDS$1, COPIES * CARDS$1) : null;
    this.emit("deck-shuffled", null, { seats, deal, cards: this.cards ? this.rules : [], draw });
    if (!this.cards) refuse("its cards cannot be played.");
    const pile = draw?.values.map((value) => 1 + (value % CARDS$1));
    for (let owner = 0; owner < seats; owner += 1) this.emit("hand-dealt", owner, this.handOf(deal, pile));
  }

  handOf(deal, pile) {
    if (deal === "choose-any") return { cards: ascending(this.cards.keys()), reserve: [], exchange: false, draw: null };
    if (deal === "young") {
      const young = ascending(this.cards.keys()).filter((number) => this.cards.get(number).young);
      const draw = this.dice.shuffle(DEALT, young.length);
      return { cards: ascending(draw.values.map((value) => young[value])), reserve: [], exchange: false, draw };
    }
    const taken = [...new Set(pile)].slice(0, DEALT + RESERVE);
    taken.forEach((card) => pile.splice(pile.indexOf(card), 1));
    return { cards: ascending(taken.slice(0, DEALT)), reserve: taken.slice(DEALT), exchange: true, draw: null };
  }

  /** Applies an event to the state. */
  apply(type, owner, data) {
    const player = this.players?.[owner];
    const changes = {
      "deck-shuffled": () => {
        const empty = () => ({ hand: [], reserve: [], toExchange: false, kept: [], sheets: new Map(), tickets: 0, points: 0 });
        this.players = Array.from({ length: data.seats }, () => ({ ...empty(), answer: null, withdrawn: false }));
      },
      "hand-dealt": () => Object.assign(player, { hand: data.cards, reserve: data.reserve, toExchange: data.exchange }),
      "cards-exchanged": () => {
        player.hand = ascending([...player.hand.filter((card) => !data.given.includes(card)), ...data.taken]);
        player.toExchange = false;
      },
      "card-kept": () => {
        player.hand = player.hand.filter((card) => card !== data.card);
        player.kept = ascending([...player.kept, data.card]);
      },
      "cards-revealed": () => {
        this.phase = "rolling";
        this.players.forEach((each, at) => {
          each.kept = data.cards[at];
          each.sheets = new Map(data.cards[at].map((card, place) => [card, Array(data.sizes[at][place]).fill(0)]));
        });
      },
      "dice-rolled": () => Object.assign(this, { roll: data.roll, faces: data.dice }),
      "roll-answered": () => (player.answer = data.answer),
      "answers-revealed": () => {
        this.faces = null;
        this.players.forEach((each, at) => {
          each.sheets = this.sheetsAfter(each, data.answers[at]);
          Object.assign(each, { answer: null, tickets: data.tickets[at], points: data.points[at] });
        });
      },
      "seat-withdrawn": () => (player.withdrawn = true),
      "game-ended": () => {
        Object.assign(this, { phase: "over", reason: data.reason });
        this.players.forEach((each, at) => (each.points = data.points[at]));
      },
    };
    changes[type.slice("dice-cards.".length)]();
  }

  /** The marks of a player's cards after an answer. */
  sheetsAfter({ sheets }, answer) {
    if (!answer || answer.card === null) return sheets;
    const marks = [...sheets.get(answer.card)];
    for (const [cell, number] of answer.cells) marks[cell] = number;
    return new Map(sheets).set(answer.card, marks);
  }

  owing() {
    return this.players.map((_, at) => at).filter((at) => !this.players[at].withdrawn && this.owes(this.players[at]));
  }

  owes({ toExchange, hand, kept, answer }) {
    if (this.phase === "choosing") return toExchange || (hand.length > 0 && kept.length < KEPT);
    return this.phase === "rolling" && this.faces !== null && answer === null;
  }

  /** One clock for the choice of cards, then one for each roll. */
  span() {
    return this.roll;
  }

  /** The command, read from the event that it caused. */
  command([{ type, data }]) {
    const name = type.slice("dice-cards.".length);
    if (name === "cards-exchanged") return { type: "exchange", cards: ascending(new Set(data.given)) };
    if (name === "card-kept") return { type: "keep", card: data.card };
    if (name !== "roll-answered") return refuse("no move starts with it.");
    const { card, place, number } = data.answer;
    return card === null ? { type: "strike" } : { type: "mark", card, place, number };
  }

  byDefault(owner) {
    const { toExchange, hand } = this.players[owner];
    if (this.phase === "rolling") return { type: "strike" };
    return toExchange ? { type: "exchange", cards: [] } : { type: "keep", card: hand[0] };
  }

  decide(owner, command) {
    if (this.phase === "over") refuse("the game is over.");
    if (!this.owing().includes(owner)) refuse(`seat ${owner} has answered.`);
    const possible = this.phase === "rolling" ? ["mark", "strike"] : this.players[owner].toExchange ? ["exchange"] : ["keep"];
    if (!possible.includes(command.type)) refuse(`the seat can only ${possible.join(" or ")}, not ${command.type}.`);
    if (command.type === "exchange") this.exchange(owner, command.cards);
    else if (command.type === "keep") this.keep(owner, command.card);
    else this.emit("roll-answered", owner, { answer: command.type === "strike" ? STRUCK : this.marked(this.players[owner], command) });
    this.settle();
  }

  exchange(owner, given) {
    const { hand, reserve } = this.players[owner];
    const possible = hand.filter((card) => this.cards.get(card)?.allOrNothing);
    const allowed = possible.length >= RESERVE && given.length <= RESERVE && given.every((card) => possible.includes(card));
    if (given.length && !allowed) refuse("one or two of at least two all-or-nothing cards can be exchanged.");
    this.emit("cards-exchanged", owner, { given, taken: reserve.slice(0, given.length) });
  }

  keep(owner, card) {
    if (!this.players[owner].hand.includes(card)) refuse(`card ${card} cannot be chosen.`);
    this.emit("card-kept", owner, { card });
  }

  /** The answer that marks a number on a card (C6, C8). */
  marked({ sheets, tickets }, { card, place, number }) {
    const [rules, marks] = [this.cards.get(card), sheets.get(card)];
    if (!marks) refuse(`card ${card} is not one of the seat's.`);
    const spent = rules.cost(marks, place, number, this.faces);
    if (spent > tickets) refuse(`${number} cannot be written at place ${place} of card ${card}.`);
    const then = rules.after(marks, place, number);
    const cells = then.map((mark, cell) => [cell, mark]).filter(([cell, mark]) => mark !== marks[cell]);
    return { card, place, number, cells, spent, earned: rules.tickets(then) - rules.tickets(marks) };
  }

  resign(owner) {
    if (this.phase === "over" || this.players[owner].withdrawn) return;
    this.emit("seat-withdrawn", owner, {});
    this.settle();
  }

  /** What follows when nobody is waited for: all choices or answers are revealed, and the dice are rolled again. */
  settle() {
    const several = this.players.length > 1;
    const last = this.players.filter(({ withdrawn }) => !withdrawn).length <= (several ? 1 : 0);
    const waiting = this.owing().length > 0;
    const left = several ? "resignation" : "given-up";
    if (last && (waiting || !this.players.some(({ answer }) => answer))) return this.end(left);
    if (waiting) return;
    if (this.phase === "choosing") this.reveal();
    else this.tell();
    if (last) this.end(left);
    else if (this.roll === ROLLS) this.end("all-rolls");
    else this.rollDice();
  }

  reveal() {
    const cards = this.players.map(({ withdrawn, kept }) => (withdrawn ? [] : kept));
    this.emit("cards-revealed", null, { cards, sizes: cards.map((kept) => kept.map((card) => this.cards.get(card).cells)) });
  }

  tell() {
    const answers = this.players.map(({ answer }) => answer);
    const tickets = this.players.map(({ tickets: had }, at) => had - (answers[at]?.spent ?? 0) + (answers[at]?.earned ?? 0));
    const points = this.players.map((player, at) => this.pointsOf(this.sheetsAfter(player, answers[at])));
    this.emit("answers-revealed", null, { roll: this.roll, answers, tickets, points });
  }

  pointsOf(sheets) {
    return [...sheets].reduce((points, [card, marks]) => points + this.cards.get(card).points(marks), 0);
  }

  rollDice() {
    const draw = this.dice.roll(2, 6);
    this.emit("dice-rolled", null, { roll: this.roll + 1, dice: draw.values, draw });
  }

  end(reason) {
    const points = this.players.map((player) => player.points + Math.floor(player.tickets / 2));
    this.emit("game-ended", null, { reason, points });
  }

  /** By points, then by tickets. Tied seats share their rank. Those that resigned come last. */
  outcome() {
    if (!this.reason) return null;
    const keys = this.players.map(({ points, tickets, withdrawn }) => [withdrawn ? 0 : 1, points, tickets]);
    return ranked(this.reason, keys, this.players.map(({ points }) => points));
  }
}

// --- The twelve cards of Dicy Cards: what fits them, and what they are worth.

const any = () => true;
const lowest = (values, all) => values.every((value, at) => value === all[at]);

/** The twelve cards: the fewest and most dice, whether these values fit (they and the whole roll ascending), and their points. */
const CARDS = {
  "any-two": { dice: [2, 2], fits: any, points: sum, effect: ["freeze", "neighbours"] },
  "all-under-six": { dice: [6, 6], fits: (values) => !values.includes(6), points: sum },
  odds: { dice: [1, 6], fits: (values) => values.every((value) => value % 2), points: sum },
  straight: { dice: [2, 6], fits: (values) => values.every((value, at) => value === values[0] + at), points: sum },
  "two-pairs": { dice: [4, 4], fits: ([a, b, c, d]) => a === b && b < c && c === d, points: sum },
  sixes: { dice: [1, 6], fits: (values) => values.every((value) => value === 6), points: sum, effect: ["reset", "neighbours"] },
  "pair-doubled": { dice: [2, 2], fits: alike, points: (values) => 2 * sum(values) },
  "three-lowest": { dice: [3, 3], fits: lowest, points: sum, effect: ["freeze", "others"] },
  "different-x4": { dice: [1, 6], fits: different, points: (values) => 4 * values.length },
  "different-sum": { dice: [1, 5], fits: different, points: sum },
  "forty-minus": { dice: [6, 6], fits: any, points: (values) => 40 - sum(values) },
  "alike-x5": { dice: [1, 6], fits: alike, points: (values) => 5 * values.length },
};

/** The points of a card of Dicy Cards with these values, some of those of the whole roll; null if they do not fit. */
function worth(id, values, roll) {
  const { dice: [least, most], fits, points } = CARDS[id];
  const enough = values.length >= least && values.length <= most;
  return enough && fits(ascending(values), ascending(roll)) ? points(values) : null;
}

const SETS = {
  glacial: ["any-two", "straight", "two-pairs", "odds", "all-under-six"],
  beginner: ["all-under-six", "straight", "pair-doubled", "different-x4", "alike-x5"],
  intermediate: ["two-pairs", "odds", "different-sum", "forty-minus", "sixes"],
  interactions: ["any-two", "sixes", "three-lowest", "straight", "forty-minus"],
};

const CARD_IDS = Object.keys(CARDS);

// --- The events of Dicy Cards.

const card = oneOf(...CARD_IDS);

const DICY_EVENTS = {
  "dicy-cards.cards-chosen": { schemas: forms({ cards: list(card), seats: integer(), draw: orNull(draw) }) },
  "dicy-cards.first-seat-chosen": { schemas: forms({ first: integer(), draw: orNull(draw) }) },
  "dicy-cards.dice-rolled": { seat: true, schemas: forms({ dice: faces$1, draw }) },
  "dicy-cards.card-frozen": { seat: true, schemas: forms({ card, cause: oneOf("reroll", "scored", "effect"), forced: truth }) },
  "dicy-cards.dice-rerolled": { seat: true, schemas: forms({ positions: list(integer()), dice: faces$1, draw }) },
  "dicy-cards.card-scored": {
    seat: true,
    schemas: forms({ card, positions: list(integer()), values: faces$1, points: integer(), score: integer() }),
  },
  "dicy-cards.turn-skipped": { seat: true, schemas: forms({}) },
  "dicy-cards.card-reset": { seat: true, schemas: forms({ card, cause: oneOf("skip", "effect"), forced: truth }) },
  "dicy-cards.choices-owed": { schemas: forms({ seats: list(integer()), kind: oneOf("freeze", "reset") }) },
  "dicy-cards.turn-ended": { seat: true, schemas: forms({ next: integer(), round: integer(), turns: integer() }) },
  "dicy-cards.seat-withdrawn": { seat: true, schemas: forms({}) },
  "dicy-cards.game-ended": { schemas: forms({ reason: oneOf("hundred", "round-limit", "resignation") }) },
};

// --- The rules of Dicy Cards.

const dicyCards = {
  ruleset: 1,
  seats: [2, 4],
  events: () => DICY_EVENTS,
  rules: (emit, dice, { sets }) => new DicyCards(emit, dice, sets),
};

class DicyCards {
  constructor(emit, dice, sets) {
    Object.assign(this, { dice, sets: { ...SETS, ...sets }, events: DICY_EVENTS });
    this.emit = (name, owner, data) => emit(`dicy-cards.${name}`, owner, data);
    Object.assign(this, { phase: "choice", faces: null, scored: null, pending: new Map(), reason: null, round: 1, turns: 0 });
  }

  options(chosen, _hasClock) {
    const { mode = "glacial", cards = null, first_seat = "random", ...others } = chosen;
    if (Object.keys(others).length) refuse(`there is no option ${Object.keys(others)[0]}.`);
    if (!["custom", "interglacial", ...Object.keys(SETS)].includes(mode)) refuse("the mode is unknown.");
    if (!["random", "creator"].includes(first_seat)) refuse("first_seat must be random or creator.");
    const five = Array.isArray(cards) && cards.length === 5 && different(cards) && cards.every((id) => CARD_IDS.includes(id));
    if (mode === "custom" ? !five : cards !== null) refuse("the mode custom needs five different cards, and no other mode has any.");
    return { mode, cards, first_seat };
  }

  setup({ mode, cards, first_seat }, seats) {
    const mixed = mode === "interglacial" ? this.dice.shuffle(5, 12) : null;
    const five = mixed ? mixed.values.map((index) => CARD_IDS[index]) : (cards ?? this.sets[mode]);
    const drawn = first_seat === "random" ? this.dice.roll(1, seats) : null;
    this.emit("cards-chosen", null, { cards: five, seats, draw: mixed });
    this.emit("first-seat-chosen", null, { first: drawn ? drawn.values[0] - 1 : 0, draw: drawn });
  }

  /** Applies an event to the state. */
  apply(type, owner, data) {
    const player = this.players?.[owner];
    const changes = {
      "cards-chosen": () => {
        this.cards = data.cards;
        this.players = Array.from({ length: data.seats }, () => ({ score: 0, active: new Set(data.cards), withdrawn: false }));
      },
      "first-seat-chosen": () => Object.assign(this, { first: data.first, turn: data.first, turns: 1, phase: "roll" }),
      "dice-rolled": () => Object.assign(this, { faces: data.dice, phase: "play" }),
      "dice-rerolled": () => (this.faces = data.dice),
      "card-frozen": () => (player.active.delete(data.card), this.pending.delete(owner)),
      "card-reset": () => (player.active.add(data.card), this.pending.delete(owner)),
      "card-scored": () => (Object.assign(this, { phase: "choice", scored: data.card }), (player.score = data.score)),
      "turn-skipped": () => (this.phase = "choice"),
      "choices-owed": () => (this.pending = new Map(data.seats.map((at) => [at, data.kind]))),
      "turn-ended": () => {
        Object.assign(this, { turn: data.next, round: data.round, turns: data.turns });
        Object.assign(this, { phase: "roll", faces: null, scored: null });
      },
      "seat-withdrawn": () => ((player.withdrawn = true), this.pending.delete(owner)),
      "game-ended": () => Object.assign(this, { phase: "over", pending: new Map(), reason: data.reason }),
    };
    changes[type.slice("dicy-cards.".length)]();
  }

  owing() {
    if (this.phase === "choice") return [...this.pending.keys()];
    return this.phase === "over" || this.players[this.turn].withdrawn ? [] : [this.turn];
  }

  span() {
    return this.turns;
  }

  /** The command, read from the events that it caused. */
  command([{ type, data }, next]) {
    const rerolled = next?.type === "dicy-cards.dice-rerolled" ? next.data.positions : [0];
    const name = type.slice("dicy-cards.".length);
    if (name === "dice-rolled") return { type: "roll" };
    if (name === "card-frozen" && data.cause === "reroll") return { type: "reroll", card: data.card, dice: ascending(new Set(rerolled)) };
    if (name === "card-frozen" && data.cause === "effect") return { type: "freeze", card: data.card };
    if (name === "card-reset") return { type: "reset", card: data.card };
    if (name === "card-scored") return { type: "score", card: data.card, dice: ascending(new Set(data.positions)) };
    return name === "turn-skipped" ? { type: "skip" } : refuse("no move starts with it.");
  }

  byDefault(owner) {
    const wanted = this.pending.get(owner);
    return wanted ? { type: wanted, card: this.eligible(owner, wanted)[0] } : { type: "skip" };
  }

  decide(owner, { type, card: id, dice }) {
    if (this.phase === "over") refuse("the game is over.");
    if (type === "freeze" || type === "reset") return this.choose(owner, type, id);
    if (this.phase === "choice") refuse("a choice of a card is pending (D5).");
    if (owner !== this.turn) refuse(`it is the turn of seat ${this.turn}.`);
    if (type === "skip") return this.skip(owner);
    if (!this.players[owner].active.size) refuse("all five cards are frozen (D1).");
    if (type === "roll") return this.roll(owner);
    if (!this.faces) refuse("the dice have not been rolled.");
    this.checkHas(this.players[owner].active.has(id), id);
    if (!dice.length || dice.some((at) => at < 0 || at > 5)) refuse("the move needs one to six of the dice 0 to 5 (D2).");
    return type === "reroll" ? this.reroll(owner, id, dice) : this.score(owner, id, dice);
  }

  checkHas(has, id) {
    if (!this.cards.includes(id) || !has) refuse(`this seat cannot use the card ${id} in this way.`);
  }

  roll(owner) {
    if (this.faces) refuse("the dice have already been rolled.");
    const drawn = this.dice.roll(6, 6);
    this.emit("dice-rolled", owner, { dice: drawn.values, draw: drawn });
  }

  reroll(owner, id, positions) {
    const drawn = this.dice.roll(positions.length, 6);
    const dice = this.faces.map((face, at) => drawn.values[positions.indexOf(at)] ?? face);
    this.emit("card-frozen", owner, { card: id, cause: "reroll", forced: false });
    this.emit("dice-rerolled", owner, { positions, dice, draw: drawn });
  }

  score(owner, id, positions) {
    const { effect } = CARDS[id];
    const values = positions.map((at) => this.faces[at]);
    const points = worth(id, values, this.faces);
    if (points === null) refuse(`the dice do not fit ${id}.`);
    this.emit("card-scored", owner, { card: id, positions, values, points, score: this.players[owner].score + points });
    if (effect) this.requestChoices(effect[1] === "others" ? this.others() : this.neighbours(), effect[0]);
    this.settle();
  }

  skip(owner) {
    const frozen = this.eligible(owner, "reset");
    this.emit("turn-skipped", owner, {});
    for (const id of frozen) this.emit("card-reset", owner, { card: id, cause: "skip", forced: false });
    this.requestChoices(this.others(), "reset");
    this.settle();
  }

  choose(owner, wanted, id) {
    if (this.phase !== "choice" || this.pending.get(owner) !== wanted) refuse(`seat ${owner} has no card to ${wanted} (D5).`);
    this.checkHas(this.eligible(owner, wanted).includes(id), id);
    this.change(owner, wanted, id, false);
    this.settle();
  }

  resign(owner) {
    if (this.phase === "over" || this.players[owner].withdrawn) return;
    this.emit("seat-withdrawn", owner, {});
    if (this.remaining().length === 1) this.emit("game-ended", null, { reason: "resignation" });
    else if (!this.owing().length) this.endTurn();
  }

  /** Each of these seats must freeze or reset a card: the only one at once, one of several when the seat chooses (D5, D6). */
  requestChoices(seats, wanted) {
    const eligible = new Map(seats.map((at) => [at, this.eligible(at, wanted)]));
    const choosing = seats.filter((at) => eligible.get(at).length > 1);
    for (const [at, cards] of eligible) if (cards.length === 1) this.change(at, wanted, cards[0], true);
    if (choosing.length) this.emit("choices-owed", null, { seats: choosing, kind: wanted });
  }

  change(owner, wanted, id, forced) {
    if (wanted === "freeze") this.emit("card-frozen", owner, { card: id, cause: "effect", forced });
    else this.emit("card-reset", owner, { card: id, cause: this.scored ? "effect" : "skip", forced });
  }

  settle() {
    if (!this.pending.size) this.endTurn();
  }

  /** The scored card freezes (D9). The next seat's turn starts, or with a new round the game ends (D14, D16). */
  endTurn() {
    const owner = this.turn;
    if (this.scored) this.emit("card-frozen", owner, { card: this.scored, cause: "scored", forced: false });
    const { next, newRound } = following(this);
    const reason = this.players.some(({ score }) => score >= 100) ? "hundred" : this.round === 200 ? "round-limit" : null;
    if (newRound && reason) this.emit("game-ended", null, { reason });
    else this.emit("turn-ended", owner, { next, round: this.round + (newRound ? 1 : 0), turns: this.turns + 1 });
  }

  eligible(owner, wanted) {
    return this.cards.filter((id) => this.players[owner].active.has(id) === (wanted === "freeze"));
  }

  remaining() {
    return [...this.players.keys()].filter((at) => !this.players[at].withdrawn);
  }

  others() {
    return this.remaining().filter((at) => at !== this.turn);
  }

  neighbours() {
    const seats = this.players.length;
    return this.others().filter((at) => [1, seats - 1].includes((at - this.turn + seats) % seats));
  }

  /** By score, then by active cards. Tied seats share their rank. Those that resigned come last (D18). */
  outcome() {
    if (!this.reason) return null;
    const keys = this.players.map(({ score, active, withdrawn }) => [withdrawn ? 0 : 1, score, active.size]);
    return ranked(this.reason, keys, this.players.map(({ score }) => score));
  }
}

// --- The board of Ice Dice: its tokens, and what they are worth.

const COLOURS = ["red", "orange", "yellow", "green", "blue", "violet"];

/** Replaces the printed board (I2): six ascending lines of six. Their backs have other tokens' fronts, shuffled once for all tables. */
function standInBoard() {
  const noSource = { secret: "00".repeat(32), seeds: [], table: "ice-dice-board" };
  const behind = shuffle(noSource, 0, 36, 36).values;
  const front = (index) => ({ number: index + 1, colour: COLOURS[(Math.floor(index / 6) + (index % 6)) % 6] });
  const line = (at) => Array.from({ length: 6 }, (_, column) => 6 * at + column);
  return { lines: Array.from({ length: 6 }, (_, at) => line(at).map((index) => ({ ...front(index), back: front(behind[index]) }))) };
}

/** The tokens in play, in their lines, each with the side that is up. */
function tokensInPlay(board, variant, drawn) {
  const low = board.lines.map((line) => line.filter(({ number }) => number <= 18));
  const lines = variant === "young" ? low.filter((line) => line.length) : board.lines;
  const tokens = lines.flatMap((line, at) => line.map((token) => ({ ...token, line: at })));
  return tokens.map(({ number, colour, back, line }, index) => {
    const up = drawn?.values[index] === 2 ? back : { number, colour };
    return { token: number, line, number: up.number, colour: up.colour };
  });
}

/** For every seat, from the colours of its tokens: 1 for each, 1 more for each of a colour in which it leads, 1 for each colour. */
function pointsOf(colours, ties) {
  const counts = colours.map((owned) => COLOURS.map((colour) => owned.filter((other) => other === colour).length));
  const lead = ties === "children" ? 0 : 1;
  return counts.map((mine, at) => {
    const others = counts.filter((_, other) => other !== at);
    const leading = mine.filter((count, colour) => others.every((theirs) => count >= theirs[colour] + lead));
    return sum(mine) + sum(leading) + mine.filter((count) => count).length;
  });
}

// --- Calculations with the dice of Ice Dice.

const sign = oneOf("+", "-", "*", "/");
const pair = object({ op: sign, left: integer(), right: integer() });
const dieOrPair = (value, path) => void (Number.isInteger(value) || pair(value, path));
const expression = object({ op: sign, left: dieOrPair, right: dieOrPair });

/** The whole number that an expression makes of the dice at its positions, each used at most once (I3); null if it makes none. */
function made(expression, dice) {
  const positions = diceIn(expression);
  if (!different(positions) || positions.some((at) => !(at in dice))) return null;
  const [over, under] = quotient(expression, dice);
  return under !== 0 && over % under === 0 ? over / under : null;
}

const isDie = (part) => Number.isInteger(part);
const diceIn = (part) => (isDie(part) ? [part] : [...diceIn(part.left), ...diceIn(part.right)]);
const signsIn = (part) => (isDie(part) ? [] : [part.op, ...signsIn(part.left), ...signsIn(part.right)]);

/** An expression without members that do not belong to it. */
const bare = (part) => (isDie(part) ? part : { op: part.op, left: bare(part.left), right: bare(part.right) });

/** An expression as a fraction. A division by zero makes it [0, 0], and it stays so in every further operation. */
function quotient(part, dice) {
  if (isDie(part)) return [dice[part], 1];
  const [[a, b], [c, d]] = [quotient(part.left, dice), quotient(part.right, dice)];
  if (b * d === 0) return [0, 0];
  return { "+": [a * d + c * b, b * d], "-": [a * d - c * b, b * d], "*": [a * c, b * d], "/": [a * d, b * c] }[part.op];
}

// --- The events of Ice Dice.

const VARIANTS = ["standard", "young", "experienced"];
const TIES = ["adults", "children"];

const boardToken = object({ token: integer(), line: integer(), number: integer(), colour: oneOf(...COLOURS) });

const ICE_EVENTS = {
  "ice-dice.board-laid": {
    schemas: forms({
      seats: integer(),
      variant: oneOf(...VARIANTS),
      ties: oneOf(...TIES),
      reroll_limit: orNull(integer()),
      tokens: list(boardToken),
      draw: orNull(draw),
    }),
  },
  "ice-dice.first-seat-chosen": { schemas: forms({ first: integer(), draw: orNull(draw) }) },
  "ice-dice.token-set-up": { seat: true, schemas: forms({ token: integer(), number: integer(), left: integer() }) },
  "ice-dice.turn-began": { seat: true, schemas: forms({ round: integer(), turns: integer(), still_rounds: integer() }) },
  "ice-dice.dice-rolled": { seat: true, schemas: forms({ dice: faces$1, draw }) },
  "ice-dice.dice-rerolled": { seat: true, schemas: forms({ positions: list(integer()), dice: faces$1, draw }) },
  "ice-dice.token-shifted": { seat: true, schemas: forms({ token: integer(), number: integer(), expression, dice: faces$1 }) },
  "ice-dice.token-taken": {
    seat: true,
    schemas: forms({ token: integer(), number: integer(), expression, dice: faces$1, points: list(integer()) }),
  },
  "ice-dice.turn-passed": { seat: true, schemas: forms({}) },
  "ice-dice.seat-withdrawn": { seat: true, schemas: forms({}) },
  "ice-dice.game-ended": { schemas: forms({ reason: oneOf("eight-left", "stalemate", "resignation") }) },
};

// --- The rules of Ice Dice.

const iceDice = {
  ruleset: 1,
  seats: [2, 6],
  since: 3,
  events: () => ICE_EVENTS,
  rules: (emit, dice, { boards }) => new IceDice(emit, dice, boards["ice-dice"] ?? standInBoard()),
};

class IceDice {
  constructor(emit, dice, board) {
    Object.assign(this, { dice, board, events: ICE_EVENTS, phase: "between", round: 1, turns: 0, still: 0, moved: false, reason: null });
    this.emit = (name, owner, data) => emit(`ice-dice.${name}`, owner, data);
  }

  /** A table without a turn clock must limit rerolls (I5). */
  options(chosen, hasClock) {
    const { variant = "standard", ties = "adults", reroll_limit = null, ...others } = chosen;
    if (Object.keys(others).length) refuse(`there is no option ${Object.keys(others)[0]}.`);
    if (!VARIANTS.includes(variant)) refuse("the variant is unknown.");
    if (!TIES.includes(ties)) refuse("ties must be adults or children.");
    if (reroll_limit !== null && !within(0, 20)(reroll_limit)) refuse("reroll_limit must be 0 to 20 or null.");
    return { variant, ties, reroll_limit: reroll_limit ?? (hasClock ? null : 5) };
  }

  setup({ variant, ties, reroll_limit }, seats) {
    const drawn = variant === "experienced" ? this.dice.roll(36, 2) : null;
    const tokens = tokensInPlay(this.board, variant, drawn);
    this.emit("board-laid", null, { seats, variant, ties, reroll_limit, tokens, draw: drawn });
    const first = this.dice.roll(1, seats);
    this.emit("first-seat-chosen", null, { first: first.values[0] - 1, draw: first });
  }

  /** Applies an event to the state. */
  apply(type, owner, data) {
    const player = this.players?.[owner];
    const changes = {
      "board-laid": () => {
        const { variant, ties, reroll_limit } = data;
        Object.assign(this, { variant, ties, limit: reroll_limit, medium: [], big: data.tokens.map(({ token }) => token) });
        this.tokens = new Map(data.tokens.map((token) => [token.token, token]));
        this.players = Array.from({ length: data.seats }, () => ({ own: [], points: 0, withdrawn: false }));
      },
      "first-seat-chosen": () => Object.assign(this, { first: data.first, turn: data.first, phase: "setup" }),
      "token-set-up": () => this.toMedium(data.token),
      "turn-began": () => {
        if (data.round !== this.round) this.moved = false;
        Object.assign(this, { turn: owner, round: data.round, turns: data.turns, still: data.still_rounds });
        Object.assign(this, { phase: "between", rerolls: 0, shifted: null });
      },
      "dice-rolled": () => Object.assign(this, { faces: data.dice, phase: "shift" }),
      "dice-rerolled": () => Object.assign(this, { faces: data.dice, rerolls: this.rerolls + 1 }),
      "token-shifted": () => {
        this.toMedium(data.token);
        Object.assign(this, { phase: "take", shifted: data.number, moved: true });
      },
      "token-taken": () => {
        this.medium = this.medium.filter((token) => token !== data.token);
        player.own.push(data.token);
        this.players.forEach((each, at) => (each.points = data.points[at]));
        this.phase = "between";
      },
      "turn-passed": () => (this.phase = "between"),
      "seat-withdrawn": () => (player.withdrawn = true),
      "game-ended": () => Object.assign(this, { phase: "over", reason: data.reason }),
    };
    changes[type.slice("ice-dice.".length)]();
  }

  /** Moves the token from the big to the medium board. */
  toMedium(token) {
    this.big = this.big.filter((other) => other !== token);
    this.medium.push(token);
  }

  owing() {
    return ["between", "over"].includes(this.phase) || this.players[this.turn].withdrawn ? [] : [this.turn];
  }

  /** Each token placed in the setup has its own clock, then every turn. */
  span() {
    return this.turns ? this.turns + 2 : this.medium.length;
  }

  /** The command, read from the event that it caused. */
  command([{ type, data }]) {
    const { token, positions } = data;
    const name = type.slice("ice-dice.".length);
    if (name === "token-set-up") return { type: "setup", token };
    if (name === "dice-rerolled") return { type: "reroll", dice: ascending(new Set(positions)) };
    if (name === "token-shifted") return { type: "shift", token, expression: bare(data.expression) };
    if (name === "token-taken") return { type: "take", token, expression: bare(data.expression) };
    return name === "turn-passed" ? { type: "pass" } : refuse("no move starts with it.");
  }

  byDefault() {
    return this.phase === "setup" ? { type: "setup", token: this.big.find((token) => !this.lineUsed(token)) } : { type: "pass" };
  }

  decide(owner, { type, token, dice, expression: shown }) {
    if (this.phase === "over") refuse("the game is over.");
    if (owner !== this.turn) refuse(`it is the turn of seat ${this.turn}.`);
    const possible = { setup: ["setup"], shift: ["reroll", "shift", "pass"], take: ["take", "pass"] }[this.phase];
    if (!possible.includes(type)) refuse(`the seat can only ${possible.join(", ")}, not ${type}.`);
    if (type === "setup") this.setUp(owner, token);
    else if (type === "reroll") this.reroll(owner, dice);
    else if (type === "shift") this.shift(owner, token, shown);
    else if (type === "take") this.take(owner, token, shown);
    else this.pass(owner);
  }

  setUp(owner, token) {
    if (!this.big.includes(token) || this.lineUsed(token)) refuse("the token must be from another line.");
    const left = 2 - this.medium.length;
    this.emit("token-set-up", owner, { token, number: this.tokens.get(token).number, left });
    if (!left) this.beginTurn(owner, 1, 0);
  }

  lineUsed(token) {
    return this.medium.some((other) => this.tokens.get(other).line === this.tokens.get(token).line);
  }

  reroll(owner, positions) {
    if (!positions.length || positions.some((at) => at < 0 || at > 2)) refuse("the move needs one to three of the dice 0 to 2.");
    const most = this.limit ?? 100;
    if (this.rerolls >= most) refuse(`a turn has at most ${most} rerolls (I5).`);
    const drawn = this.dice.roll(positions.length, 6);
    const dice = this.faces.map((face, at) => drawn.values[positions.indexOf(at)] ?? face);
    this.emit("dice-rerolled", owner, { positions, dice, draw: drawn });
  }

  shift(owner, token, shown) {
    const number = this.numberOf(token, this.big, shown);
    this.emit("token-shifted", owner, { token, number, expression: shown, dice: this.faces });
  }

  take(owner, token, shown) {
    const number = this.numberOf(token, this.medium, shown);
    if (number === this.shifted) refuse("the number that was shifted cannot be taken.");
    const tokens = this.players.map(({ own }, at) => (at === owner ? [...own, token] : own));
    const points = pointsOf(tokens.map((each) => each.map((one) => this.tokens.get(one).colour)), this.ties);
    this.emit("token-taken", owner, { token, number, expression: shown, dice: this.faces, points });
    this.endTurn();
  }

  pass(owner) {
    this.emit("turn-passed", owner, {});
    this.endTurn();
  }

  /** The number on the upper side of a token that lies on this board and whose number the expression makes (I3, I4). */
  numberOf(token, board, shown) {
    if (!board.includes(token)) refuse(`token ${token} is not on that board.`);
    const { number } = this.tokens.get(token);
    if (this.variant === "young" && signsIn(shown).some((op) => "*/".includes(op))) refuse("this variant has only + and -.");
    if (made(shown, this.faces) !== number) refuse(`the calculation does not make ${number} (I3).`);
    return number;
  }

  resign(owner) {
    if (this.phase === "over" || this.players[owner].withdrawn) return;
    this.emit("seat-withdrawn", owner, {});
    const remaining = this.players.filter(({ withdrawn }) => !withdrawn).length;
    if (remaining === 1) this.emit("game-ended", null, { reason: "resignation" });
    else if (owner !== this.turn) return;
    else if (this.phase !== "setup") this.endTurn();
    else this.emit("first-seat-chosen", null, { first: following(this).next, draw: null });
  }

  /** The next seat's turn starts, or with a new round the game ends: with few tokens left (I7), or after three still rounds (I8). */
  endTurn() {
    const { next, newRound } = following(this);
    const still = newRound ? (this.moved ? 0 : this.still + 1) : this.still;
    const reason = this.big.length <= 8 ? "eight-left" : still === 3 ? "stalemate" : null;
    if (newRound && reason) this.emit("game-ended", null, { reason });
    else this.beginTurn(next, this.round + (newRound ? 1 : 0), still);
  }

  beginTurn(owner, round, still) {
    this.emit("turn-began", owner, { round, turns: this.turns + 1, still_rounds: still });
    const drawn = this.dice.roll(3, 6);
    this.emit("dice-rolled", owner, { dice: drawn.values, draw: drawn });
  }

  /** By points. Tied seats share their rank. Those that resigned come last. */
  outcome() {
    if (!this.reason) return null;
    const keys = this.players.map(({ points, withdrawn }) => [withdrawn ? 0 : 1, points]);
    return ranked(this.reason, keys, this.players.map(({ points }) => points));
  }
}

/** Every known game by its name. */
const GAMES = {
  "dice-cards": diceCards,
  "dicy-cards": dicyCards,
  "ice-dice": iceDice,
};

// --- The command line of the single file.

const MOST_KEY_BYTES = 1024 * 1024;
const EXIT = { right: 0, wrong: 1, uncheckable: 2, partial: 3 };
const WORDS = { right: "valid", wrong: "invalid", uncheckable: "cannot be verified", partial: "verified without its moves" };
const MILDEST_FIRST = [EXIT.right, EXIT.partial, EXIT.wrong, EXIT.uncheckable];
const USAGE = "node verify.mjs [--issuer KEYS] FILE …";

/** Checks the files that the arguments name, with `verify`. Returns the gravest exit code. */
async function main(given, verify) {
  const fs = await import('node:fs');
  const { names, keys } = parseArguments(given);
  if (!names.length) return print(USAGE, 2);
  let issuer = null;
  try {
    if (keys !== undefined) keysOf((issuer = keySet(readStart(fs, keys, MOST_KEY_BYTES))));
  } catch (error) {
    return print(`${keys}: cannot be read: ${error.message}`, 2);
  }
  const codes = [];
  for (const name of names) codes.push(await checkFile(name, fs, (content) => verify(content, { issuer })));
  return gravest(codes);
}

/** The exit code for several findings: that of a partial file hides nothing that is wrong. */
const gravest = (codes) => MILDEST_FIRST.findLast((code) => codes.includes(code));

/** The files to check, and the file with the issuer's keys. */
function parseArguments(given) {
  const at = given.indexOf("--issuer");
  if (at < 0) return { names: given };
  return { names: given.toSpliced(at, 2), keys: given[at + 1] ?? "" };
}

/** The bytes of a file. Of one that is too large, only one byte more than the limit. */
function readStart({ closeSync, openSync, readSync }, name, most) {
  const file = name === "-" ? 0 : openSync(name);
  const content = new Uint8Array(most + 1);
  let length = 0;
  try {
    for (let more = 1; more && length < content.length; length += more) more = readSync(file, content, length, content.length - length);
  } finally {
    if (file) closeSync(file);
  }
  return content.subarray(0, length);
}

/** The JSON value in a file of keys, read strictly: no name occurs twice in an object, no string has half a surrogate pair. */
function keySet(bytes) {
  if (bytes.length > MOST_KEY_BYTES) throw new Wrong("unreadable", `it has more than ${MOST_KEY_BYTES} bytes, the limit for keys`);
  const text = decoded(bytes);
  let members = 0;
  const set = JSON.parse(text, function strict(name, value) {
    if ([name, value].some((part) => typeof part === "string" && /\p{Surrogate}/u.test(part))) refuse("a string has half a surrogate pair");
    if (Math.abs(value) === Infinity) refuse("a number is out of range");
    members += Array.isArray(this) ? 0 : 1;
    return value;
  });
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, "").split(":").length;
  if (colons !== members) refuse("a name occurs twice in one object");
  return set;
}

/** Prints the result for a file. Returns its exit code. */
async function checkFile(name, fs, verify) {
  let content;
  try {
    content = readStart(fs, name, MOST_FILE_BYTES);
  } catch (error) {
    return print(`${name}: cannot be read: ${error.message}`, 2);
  }
  const { status, code, detail, version, figures, erased, issued } = await verify(content);
  const [whose, exit] = issued ? issuance(issued) : ["", 0];
  if (status !== "right") {
    const place = version === null ? "" : ` at event ${version}`;
    return print(`${name}: ${WORDS[status]}${whose}${place}: ${detail} (${code})`, gravest([exit, EXIT[status]]));
  }
  const { events, appends, draws } = figures;
  return print(`${name}: ${WORDS.right}${butFor(erased)}${whose}: ${events} events in ${appends} moves and other actions, ${draws} ${draws === 1 ? "draw" : "draws"}.`, exit);
}

/** The text about erased names. */
function butFor({ names, unbound }) {
  if (!names) return "";
  const gap = unbound ? ` (its chain does not bind the events up to ${unbound} to later ones)` : "";
  return `, but for ${names === 1 ? "an erased name" : `${names} erased names`}${gap}`;
}

/** The text about who issued a file in which nothing is wrong, and its exit code. */
function issuance({ by, detail }) {
  if (by) return [`, issued by ${by}`, 0];
  return by === null ? [`, but not issued by this service (${detail})`, 1] : [`, but its issuer cannot be verified (${detail})`, 2];
}

function print(text, code) {
  console.log(plain(text));
  return code;
}

/** Checks a file as `verify` does; `games`: further games, besides the known ones. */
function verifyAlone(input, options = {}) {
  return verify(input, { ...options, games: { ...GAMES, ...options.games } });
}

if (typeof process !== "undefined" && process.argv?.[1]) {
  const { pathToFileURL } = await import('node:url');
  const { realpathSync } = await import('node:fs');
  const called = import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
  if (called) process.exitCode = await main(process.argv.slice(2), verifyAlone);
}

export { verifyAlone as verify };
