// Answers every line {files: [base64], options, games} of standard input with a line: the second verifier's verdicts on the files, by its
// single file, or, if `games` is false, by its parts without any game.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { files, options, games } = JSON.parse(line);
  const { verify } = await import(games ? "../../../docs/verify.mjs" : "../../../service/web/verify/verify.mjs");
  console.log(JSON.stringify(files.map((file) => verify(Buffer.from(file, "base64"), options))));
}
