// The text of a file: its size, its depth, and whether it is canonical JSON.

import { Wrong } from "./faults.mjs";
import { utf8 } from "./hash.mjs";

export const MOST_FILE_BYTES = 16 * 1024 * 1024;
const DEEPEST = 32;

export function read(input) {
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

export function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Wrong("unreadable", "The bytes are not valid UTF-8.");
  }
}

const PLAIN_NAME = /^[a-z_]*$/;

/** Canonical JSON: members in order of their names, no white space, nothing escaped without need. */
export function canonical(value) {
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

export const same = (one, other) => canonical(one) === canonical(other);
