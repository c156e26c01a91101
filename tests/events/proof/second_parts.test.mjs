// What the second verifier does besides its verdicts on files that are right or forged: what it prints, signatures, what a game hides.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock, test } from "node:test";
import { fileURLToPath } from "node:url";

import dicyCards from "../../../service/web/verify/games/dicy-cards.mjs";
import { main } from "../../../service/web/verify/command_line.mjs";
import { verify as verifyBy } from "../../../service/web/verify/verify.mjs";
import { canonical } from "../../../service/web/js/replay/proof.js";

const golden = (name) => readFileSync(new URL(`../../golden_tables/${name}.json`, import.meta.url), "utf-8");
const FILE = golden("dicy-cards/built-in-players");

/** A page loads the rules of one game. */
const verify = (text, options = {}) => verifyBy(text, { games: { "dicy-cards": dicyCards }, ...options });

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
  const created = file.events.findIndex(({ decision, at }) => decision !== null || at !== file.events[0].at);
  const receipts = { created: await signed(key, file, created), finished: await signed(key, file, file.events.length) };
  return { ...file, format: "rollstream-table-2", receipts };
}

test("a file with receipts by a key of the issuer is issued by it, also if the issuer has other keys by now", async () => {
  const [key, newer] = [await newKey(), await newKey()];
  const rsa = { kty: "RSA", n: "…", e: "AQAB" };

  const verdict = await verify(canonical(await issuedWith(key)), { issuer: { keys: [newer.jwk, rsa, key.jwk] } });

  assert.equal(verdict.status, "right");
  assert.deepEqual(verdict.issued, { by: key.jwk.kid, detail: null });
});

test("a file with receipts of another service is right, but not issued", async () => {
  const [key, other] = [await newKey(), await newKey()];

  const verdict = await verify(canonical(await issuedWith(other)), { issuer: { keys: [key.jwk] } });

  assert.equal(verdict.status, "right");
  assert.equal(verdict.issued.by, null);
});

test("a file with signatures by another key than they name is right, but not issued", async () => {
  const [key, other] = [await newKey(), await newKey()];

  for (const of of ["created", "finished"]) {
    const file = await issuedWith(key);
    file.receipts[of].signature = (await signed(other, file, file.receipts[of].version)).signature;
    const verdict = await verify(canonical(file), { issuer: { keys: [key.jwk] } });

    assert.equal(verdict.status, "right");
    assert.equal(verdict.issued.by, null);
    assert.match(verdict.issued.detail, /has no valid signature by the key/);
  }
});

test("a receipt may be a day outside its key's time, and no more", async () => {
  const key = await newKey();
  const file = await issuedWith(key);
  const [begun, ended] = [file.receipts.created.at, file.receipts.finished.at].map(Date.parse);
  const day = 86_400_000;
  const issuer = (since, until) => ({ keys: [{ ...key.jwk, valid_from: since && stamp(since), valid_until: until && stamp(until) }] });
  const stamp = (time) => new Date(time).toISOString();

  for (const [since, until, issued] of [
    [begun + day, null, true],
    [begun + day + 1, null, false],
    [null, ended - day, true],
    [null, ended - day - 1, false],
  ]) {
    const verdict = await verify(canonical(file), { issuer: issuer(since, until) });
    assert.equal(verdict.issued.by, issued ? key.jwk.kid : null);
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

test("a receipt that contradicts the events is wrong, whoever has signed it", async () => {
  const key = await newKey();
  const hash = "0".repeat(64);
  const others = { at: "2026-11-27T18:00:00.000Z", commitment: hash, head: hash, table: `p00-${"0".repeat(26)}`, version: 3 };

  for (const [name, value] of Object.entries(others)) {
    for (const of of ["created", "finished"]) {
      const file = await issuedWith(key);
      file.receipts[of][name] = value;
      const { status, code, version } = verify(canonical(file));
      assert.deepEqual([status, code, version], ["wrong", "member-wrong", null], name);
    }
  }
});

test("invalid issuer's keys leave a file unchecked", async () => {
  const { jwk } = await newKey();

  const other = { ...jwk, x: `${jwk.x.slice(0, 42)}_` };
  const changed = [{ ...jwk, kid: "another" }, { ...jwk, x: "" }, { ...jwk, valid_from: "then" }, other];

  const times = ["2026-02-30T00:00:00.000Z", "2026-02-20T24:00:00.000Z", "0000-01-01T00:00:00.000Z", ["2026-02-20T00:00:00.000Z"]];
  changed.push(...times.map((valid_from) => ({ ...jwk, valid_from })));

  const none = [false, 0, {}, [], { keys: 7 }, { keys: [7] }, { keys: [jwk, jwk] }];
  for (const issuer of [...none, ...changed.map((key) => ({ keys: [key] }))]) {
    const { status, code } = await verify(FILE, { issuer });
    assert.deepEqual([status, code], ["uncheckable", "unreadable"]);
  }
});

test("without Ed25519 it stays open whether a file with receipts is issued", async (context) => {
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

test("a text of millions of escapes has a verdict, with white space between its tokens and without", () => {
  const long = "\\n".repeat(6_000_000);

  for (const text of [`["${long}"]`, `[ "${long}"\t]\n`]) assert.equal(verify(text).code, "malformed");
  assert.equal(verify(`[ "${long}", 1.0]`).code, "not-canonical");
});

test("a detail contains nothing that moves a cursor, breaks a line or turns the direction of writing", () => {
  const signs = ["\u001b]8;;x\u0007", ..."\n\r\u0085\u009b\u200f\u202e\u2028\u2066\u00ad\ufeff\u{e0041}\ue000"];

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

/** What a block tells of these files by name, which lie in the folder where it runs. */
async function beside(files, tell) {
  const [folder, before] = [mkdtempSync(join(tmpdir(), "second-")), process.cwd()];
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    process.chdir(folder);
    return await tell();
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

/** What the command line prints, and its exit code; in this process. */
function run(files, ...given) {
  const said = [];
  return beside(files, async () => {
    const log = mock.method(console, "log", (text) => said.push(`${text}\n`));
    const status = await main(given, verify).finally(() => log.mock.restore());
    return { status, stdout: said.join("") };
  });
}

/** The same of the single file, in a process of its own. */
function runAlone(files, ...given) {
  const script = fileURLToPath(new URL("../../../docs/verify.mjs", import.meta.url));
  return beside(files, () => spawnSync(process.execPath, [script, ...given], { encoding: "utf-8" }));
}

test("the command line says whether the issuer has issued a right file, and fails if not", async () => {
  const [key, other] = [await newKey(), await newKey()];
  const files = { "game.json": canonical(await issuedWith(key)), "keys.json": JSON.stringify({ keys: [key.jwk] }) };
  const others = { ...files, "keys.json": JSON.stringify({ keys: [other.jwk] }) };

  const issued = await run(files, "--issuer", "keys.json", "game.json");
  const not = await run(others, "game.json", "--issuer", "keys.json");

  assert.match(issued.stdout, new RegExp(`^game.json: valid, issued by ${key.jwk.kid}: \\d+ events`));
  assert.equal(issued.status, 0);
  assert.match(not.stdout, /^game.json: valid, but not issued by this service \(the receipt of its end names the key/);
  assert.equal(not.status, 1);
  assert.match((await run(files, "game.json")).stdout, /^game.json: valid: /);
});

test("unreadable keys leave all files unchecked on the command line", async () => {
  const long = `{"keys":[]${" ".repeat(1024 * 1024)}}`;
  const twice = '{"keys":[],"keys":[]}';
  const broken = ["{", "{}", "null", "false", '""', twice, '{"keys":[],"a":{"b":1,"\\u0062":2}}', long, '\ufeff{"keys":[]}'];
  for (const keys of [...broken, Buffer.from('{"keys":[],"\xff":1}', "latin1"), '{"keys":[],"a":"\\ud800"}', '{"keys":[],"a":1e999}']) {
    const { status, stdout } = await run({ "game.json": FILE, "keys.json": keys }, "--issuer", "keys.json", "game.json");
    assert.equal(status, 2, `${keys}`.slice(0, 100));
    assert.match(stdout, /^keys.json: cannot be read: [^\n]*\n$/);
  }
  assert.equal((await run({ "game.json": FILE }, "game.json", "--issuer")).status, 2);
});

test("a set of keys on the command line may contain other members of the issuer", async () => {
  const keys = JSON.stringify({ keys: [], a: ['":"', { b: ":", c: "\\" }], d: `\\"${"\n".repeat(200_000)}` });

  const { status, stdout } = await run({ "game.json": FILE, "keys.json": keys }, "--issuer", "keys.json", "game.json");

  assert.match(stdout, /^game.json: valid, but not issued by this service/);
  assert.equal(status, 1);
});

test("the command line reads no more of a file than shows that it is too large", async () => {
  const { status, stdout } = await run({ "long.json": Buffer.alloc(16 * 1024 * 1024 + 1, " ") }, "long.json", "/dev/zero");

  assert.equal(stdout.match(/unreadable/g).length, 2, stdout);
  assert.equal(status, 2);
});

test("nothing of a file or its name breaks a line or moves a cursor on the command line", async () => {
  const named = JSON.parse(FILE);
  named.game = "x\ngame.json: valid: 311 events in 1 moves and other actions, 1 draws.";
  const files = { "a\u001b[2Jb\u202ec.json": FILE, "game.json": canonical(named), "none.json": '{"\u001b]0;x\u0007' };

  const { status, stdout, stderr } = await runAlone(files, ...Object.keys(files), "mis\nsing");

  assert.equal(status, 2);
  assert.equal(stderr, "");
  assert.equal(stdout.split("\n").length, 5);
  assert.doesNotMatch(stdout, /(?![ \n])[\p{C}\p{Z}]/u);
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
  const about = { game: "thinking", options: {}, ruleset: 1 };
  const created = { ...none, ...about, auto_start: true, commitment, reserved: false, seats: 2, turn_seconds: null };
  const taken = (number) => ({ bot: null, client_seed: null, kind: "human", level: null, name: `Player ${number}` });
  const outcome = { ranking: [{ points: 1, rank: 1, seat: 1 }, { points: 0, rank: 2, seat: 0 }], reason: "guessed", winners: [1] };
  const log = [
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
  const events = log.map(([type, schema, seat, decision, data], at) => {
    const event = { at: "2026-11-27T18:00:00.000Z", data, decision, schema, seat, type, version: at + 1 };
    previous = sha256(previous + canonical({ ...event, table: TABLE }));
    return { ...event, hash: previous };
  });
  const seats = [0, 1].map((seat) => ({ kind: "human", level: null, name: `Player ${seat + 1}`, seat }));
  return canonical({
    ...{ ...about, client_seeds: [], commitment, events, forked_from: null, format: "rollstream-table-2", head: previous },
    ...{ outcome, receipts: { created: null, finished: null }, scores: [0, 1], seats, secret: SECRET, table: TABLE },
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
