// Checks the file of a finished rollstream table with nothing but this file: no service, no package, no clock, no network.
//
//   node verify.mjs [--issuer KEYS] FILE …          (FILE can be - for standard input; KEYS: a service's /.well-known/jwks.json)
//   import { verify } from "./verify.mjs"; verify(text).status === "right"     (in a page, too)
//
// This is the second verifier. The first is part of the service (`rollstream verify`). This one shares no line with it and is written from
// docs/proof.md, which says what is checked and why. `make verifier` builds this file from its parts in service/web/verify.

import { verify } from "./verify.mjs";
import { GAMES } from "games"; // every file in games/ by its name: see tests/verifier/build.mjs
import { main } from "./command_line.mjs";

/** Checks a file as `verify` does; `games`: further games, besides the known ones. */
function verifyAlone(input, options = {}) {
  return verify(input, { ...options, games: { ...GAMES, ...options.games } });
}

export { verifyAlone as verify };

if (typeof process !== "undefined" && process.argv?.[1]) {
  const { pathToFileURL } = await import("node:url");
  const { realpathSync } = await import("node:fs");
  const called = import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
  if (called) process.exitCode = await main(process.argv.slice(2), verifyAlone);
}
