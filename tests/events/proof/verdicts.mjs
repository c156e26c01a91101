// Reads {files: [base64], options, games} on standard input and writes the list of the second verifier's verdicts: those of its single
// file, or, if `games` is false, those of its parts without any game.
import { readFileSync } from "node:fs";

const { files, options, games } = JSON.parse(readFileSync(0, "utf-8"));
const { verify } = await import(games ? "../../../docs/verify.mjs" : "../../../service/web/verify/verify.mjs");
console.log(JSON.stringify(files.map((file) => verify(Buffer.from(file, "base64"), options))));
