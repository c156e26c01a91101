// The chain of hashes, and the commitment to the secret.

import { Wrong } from "./faults.mjs";
import { bytesOf, hexOf, sha256, utf8 } from "./hash.mjs";
import { lacksHashedName } from "./names.mjs";
import { canonical } from "./text.mjs";

/** The first broken link. The hash of an event without a name that it covered cannot be derived: the next event continues from it. */
export function brokenLink(file) {
  let previous = "";
  for (const { hash, ...event } of file.events) {
    const link = hexOf(sha256(utf8(previous + canonical({ ...event, table: file.table }))));
    if (hash !== link && !lacksHashedName(event)) return new Wrong("hash-wrong", `The hash should be ${link}, not ${hash}.`, event.version);
    previous = hash;
  }
  return null;
}

export function wrongSecret(file) {
  if (hexOf(sha256(bytesOf(file.secret))) === file.commitment) return null;
  const last = file.events.at(-1);
  const version = last.data.secret === file.secret ? last.version : null;
  return new Wrong("commitment-wrong", `The secret's SHA-256 is not the commitment ${file.commitment}.`, version);
}
