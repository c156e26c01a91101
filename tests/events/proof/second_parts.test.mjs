// What the second verifier does besides its verdicts on files that are right or forged: what it prints, signatures, what a game hides.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../../../docs/verify.mjs";
import { canonical } from "../../../service/page/js/replay/proof.js";

const golden = (name) => readFileSync(new URL(`../../golden_tables/${name}.json`, import.meta.url), "utf-8");
const FILE = golden("dicy-cards/built-in-players");

async function newKey() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const { x } = await crypto.subtle.exportKey("jwk", publicKey);
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
  return { jwk: { alg: "EdDSA", crv: "Ed25519", kid, kty: "OKP", use: "sig", valid_from: null, valid_until: null, x }, privateKey };
}

async function signed({ jwk, privateKey }, { table, commitment, events }, version) {
  const { at, hash: head } = events[version - 1];
  const receipt = { at, commitment, head, key: jwk.kid, table, version };
  const message = new TextEncoder().encode(canonical({ ...receipt, format: "rollstream-receipt-1" }));
  const signature = Buffer.from(await crypto.subtle.sign("Ed25519", privateKey, message)).toString("base64url");
  return { ...receipt, signature };
}

/** A file with the receipts of its creation and of its end. */
async function issuedWith(key) {
  const file = JSON.parse(FILE);
  const laid = file.events.findIndex(({ decision, at }) => decision !== null || at !== file.events[0].at);
  const receipts = { created: await signed(key, file, laid), finished: await signed(key, file, file.events.length) };
  return { ...file, format: "rollstream-table-2", receipts };
}

test("a file with receipts by a key of the issuer is issued by it, also if the issuer has other keys by now", async () => {
  const [key, newer] = [await newKey(), await newKey()];
  const rsa = { kty: "RSA", n: "…", e: "AQAB" };

  const verdict = await verify(canonical(await issuedWith(key)), { issuer: { keys: [newer.jwk, rsa, key.jwk] } });

  assert.equal(verdict.status, "right");
  assert.deepEqual(verdict.issued, { by: key.jwk.kid, detail: null });
});

test("a file whose receipts are of another service is right, but not issued", async () => {
  const [key, other] = [await newKey(), await newKey()];

  const verdict = await verify(canonical(await issuedWith(other)), { issuer: { keys: [key.jwk] } });

  assert.equal(verdict.status, "right");
  assert.equal(verdict.issued.by, null);
});

test("a file whose signatures were made by another key than they say is right, but not issued", async () => {
  const [key, other] = [await newKey(), await newKey()];

  for (const of of ["created", "finished"]) {
    const file = await issuedWith(key);
    file.receipts[of].signature = (await signed(other, file, file.receipts[of].version)).signature;
    const verdict = await verify(canonical(file), { issuer: { keys: [key.jwk] } });

    assert.equal(verdict.status, "right");
    assert.equal(verdict.issued.by, null);
    assert.match(verdict.issued.detail, /is not signed/);
  }
});

test("a file without a receipt of its end is right, but not issued", async () => {
  const key = await newKey();
  const file = await issuedWith(key);
  file.receipts.finished = null;

  for (const text of [FILE, canonical(file)]) {
    const verdict = await verify(text, { issuer: { keys: [key.jwk] } });
    assert.equal(verdict.status, "right");
    assert.equal(verdict.issued.by, null);
  }
});

test("a receipt that says something else of the table than its events is wrong, whoever has signed it", async () => {
  const key = await newKey();
  const others = { at: "2026-11-27T18:00:00.000Z", commitment: "0".repeat(64), head: "0".repeat(64), table: `p00-${"0".repeat(26)}`, version: 3 };

  for (const [name, value] of Object.entries(others)) {
    for (const of of ["created", "finished"]) {
      const file = await issuedWith(key);
      file.receipts[of][name] = value;
      const { status, code, version } = verify(canonical(file));
      assert.deepEqual([status, code, version], ["wrong", "member-wrong", null], name);
    }
  }
});

test("keys that are none of an issuer's leave a file unchecked", async () => {
  const { jwk } = await newKey();

  const other = { ...jwk, x: `${jwk.x.slice(0, 42)}_` };
  for (const issuer of [{}, [], ...[7, [7], [{ ...jwk, kid: "another" }], [{ ...jwk, x: "" }], [other], [jwk, jwk]].map((keys) => ({ keys }))]) {
    const { status, code } = await verify(FILE, { issuer });
    assert.deepEqual([status, code], ["uncheckable", "unreadable"]);
  }
});

test("where there is no Ed25519, a file with receipts is never said to be issued, nor not to be", async (context) => {
  const key = await newKey();
  context.mock.method(crypto.subtle, "importKey", () => Promise.reject(new DOMException("unknown", "NotSupportedError")));

  const verdict = await verify(canonical(await issuedWith(key)), { issuer: { keys: [key.jwk] } });

  assert.equal(verdict.status, "right");
  assert.equal(verdict.issued.by, undefined);
});

test("a text has as many bytes as in UTF-8, whether it comes as bytes or not", () => {
  const long = `["${"é".repeat(8 * 1024 * 1024)}"]`;
  const longest = `["${"é".repeat(8 * 1024 * 1024 - 2)}"]`;

  for (const text of [long, Buffer.from(long)]) assert.equal(verify(text).code, "unreadable");
  for (const text of [longest, Buffer.from(longest)]) assert.equal(verify(text).code, "malformed");
});

test("nothing that moves a cursor, breaks a line or turns the direction of writing is in what is said of a file", () => {
  const signs = ["\u001b]8;;x\u0007", "\n", "\r", "\u0085", "\u009b", "\u200f", "\u202e", "\u2028", "\u2066", "\u00ad", "\ufeff", "\u{e0041}", "\ue000"];

  for (const sign of signs) {
    const named = { ...JSON.parse(FILE), [`a${sign}b`]: 1 };
    const played = JSON.parse(FILE);
    played.events[0].data[sign] = 1;
    const broken = `{"${sign}`;
    for (const text of [canonical(named), canonical(played), broken]) {
      const { status, detail } = verify(text);
      assert.notEqual(status, "right");
      assert.doesNotMatch(detail, /(?! )[\p{C}\p{Z}]/u);
    }
  }
});

// A small game that hides something: of two people, the first thinks of a number and the second guesses it.

class Thinking {
  constructor(emit) {
    Object.assign(this, { emit, events: MARKS, turn: 0, mark: null, won: null });
  }

  options(chosen) {
    return chosen;
  }

  setup() {
    this.emit("thinking.begun", null, {});
  }

  apply(type, owner, { mark }) {
    if (type === "thinking.thought") [this.mark, this.turn] = [mark, 1];
    if (type === "thinking.guessed") this.won = mark === this.mark ? 1 : 0;
  }

  owing() {
    return this.won === null ? [this.turn] : [];
  }

  span() {
    return this.turn;
  }

  command([{ type, data }]) {
    return { type, ...data };
  }

  decide(owner, { type, mark }) {
    this.emit(type, owner, { mark });
  }

  outcome() {
    if (this.won === null) return null;
    const ranking = [{ points: 1, rank: 1, seat: this.won }, { points: 0, rank: 2, seat: 1 - this.won }];
    return { ranking, reason: "guessed", winners: [this.won] };
  }
}

const anything = () => {};
const MARKS = {
  "thinking.begun": { schemas: [anything] },
  "thinking.thought": { seat: true, schemas: [({ mark, ...others }) => assert.ok(!Object.keys(others).length && mark < 9)] },
  "thinking.guessed": { seat: true, schemas: [anything] },
};
const GAME = {
  ruleset: 1,
  seats: [2, 2],
  events: () => MARKS,
  rules: (emit) => new Thinking(emit),
  hides: (type) => type === "thinking.thought",
};

const SECRET = "5".repeat(64);
const TABLE = `p03-${"7".repeat(26)}`;
const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const commitment = sha256(Buffer.from(SECRET, "hex"));

/** The blinding of an event, as docs/proof.md has it. */
function blinding(version) {
  const message = JSON.stringify(["rollstream-blinding-1", TABLE, version]);
  return createHmac("sha256", Buffer.from(SECRET, "hex")).update(message).digest("hex").slice(0, 32);
}

/** The file of a table at which the first thought of 4; `hidden`: what stands beside that number. */
function thoughtOf(hidden) {
  const none = { abandon_after: null, bot_seconds: null, client_seed: null, forked_from: null, on_expiry: null, on_failure: null };
  const created = { ...none, auto_start: true, commitment, game: "thinking", options: {}, reserved: false, ruleset: 1, seats: 2, turn_seconds: null };
  const taken = (number) => ({ bot: null, client_seed: null, kind: "human", level: null, name: `Player ${number}` });
  const outcome = { ranking: [{ points: 1, rank: 1, seat: 1 }, { points: 0, rank: 2, seat: 0 }], reason: "guessed", winners: [1] };
  const told = [
    ["table.created", 4, null, null, created],
    ["table.seat-taken", 3, 0, null, taken(1)],
    ["table.seat-taken", 3, 1, null, taken(2)],
    ["table.started", 1, null, null, { client_seeds: [] }],
    ["thinking.begun", 1, null, null, {}],
    ["thinking.thought", 1, 0, 5, { mark: 4, ...hidden }],
    ["thinking.guessed", 1, 1, 6, { mark: 4 }],
    ["table.finished", 1, null, 6, { outcome }],
    ["table.seed-revealed", 1, null, 6, { secret: SECRET }],
  ];
  let previous = "";
  const events = told.map(([type, schema, seat, decision, data], at) => {
    const event = { at: "2026-11-27T18:00:00.000Z", data, decision, schema, seat, type, version: at + 1 };
    previous = sha256(previous + canonical({ ...event, table: TABLE }));
    return { ...event, hash: previous };
  });
  const seats = [0, 1].map((seat) => ({ kind: "human", level: null, name: `Player ${seat + 1}`, seat }));
  return canonical({
    ...{ client_seeds: [], commitment, events, forked_from: null, format: "rollstream-table-2", game: "thinking", head: previous, options: {} },
    ...{ outcome, receipts: { created: null, finished: null }, ruleset: 1, scores: [0, 1], seats, secret: SECRET, table: TABLE },
  });
}

test("an event that hides something carries the blinding that follows from the secret, and from nothing else", () => {
  const verdictOn = (hidden) => verify(thoughtOf(hidden), { games: { thinking: GAME } });

  assert.equal(verdictOn({ blinding: blinding(6) }).status, "right", verdictOn({ blinding: blinding(6) }).detail);
  for (const [hidden, wanted] of [
    [{ blinding: blinding(7) }, "event-wrong"],
    [{ blinding: "7" }, "malformed"],
    [{ blinding: null }, "malformed"],
    [{}, "malformed"],
  ]) {
    const { code, version } = verdictOn(hidden);
    assert.deepEqual([code, version], [wanted, 6]);
  }
});

test("an event that hides nothing carries no blinding", () => {
  const open = { ...GAME, hides: undefined, events: () => ({ ...MARKS, "thinking.thought": { seat: true, schemas: [exactly] } }) };
  function exactly({ mark, ...others }) {
    if (Object.keys(others).length) throw Object.assign(new Error(), { detail: "There is more." });
  }

  const { code, version } = verify(thoughtOf({ blinding: blinding(6) }), { games: { thinking: open } });

  assert.deepEqual([code, version], ["malformed", 6]);
});
