// The command line of the single file.

import { Wrong, plain, refuse } from "./faults.mjs";
import { keysOf } from "./receipts.mjs";
import { MOST_FILE_BYTES, decoded } from "./text.mjs";

const MOST_KEY_BYTES = 1024 * 1024;
const EXIT = { right: 0, wrong: 1, uncheckable: 2, partial: 3 };
const WORDS = { right: "valid", wrong: "invalid", uncheckable: "cannot be verified", partial: "verified without its moves" };
const MILDEST_FIRST = [EXIT.right, EXIT.partial, EXIT.wrong, EXIT.uncheckable];
const USAGE = "node verify.mjs [--issuer KEYS] FILE …";

/** Checks the files that the arguments name, with `verify`. Returns the gravest exit code. */
export async function main(given, verify) {
  const fs = await import("node:fs");
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
