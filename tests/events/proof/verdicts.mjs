// Reads {files: [base64], options} on standard input and writes the list of the second verifier's verdicts.
import { readFileSync } from "node:fs";

import { verify } from "../../../docs/verify.mjs";

const { files, options } = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(files.map((file) => verify(Buffer.from(file, "base64"), options))));
