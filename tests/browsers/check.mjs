// Whether the page gets by with what every browser of the range has: node check.mjs <folder>…

import { readdirSync, readFileSync } from "node:fs";
import { newInScript, ownNames, parsed, YEAR } from "./scripts.mjs";
import { newInSheet } from "./sheets.mjs";

const folders = process.argv.slice(2);

/** What a browser of the range may do without, and what is missing then: by the name of a property or a selector. */
const optional = JSON.parse(readFileSync(new URL("./optional.json", import.meta.url), "utf8"));

const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`));
const read = (kind) => files.filter((file) => kind.test(file)).map((file) => [file, readFileSync(file, "utf8")]);

function* found() {
  const trees = [];
  for (const [file, source] of read(/\.m?js$/)) {
    try {
      trees.push([file, parsed(source)]);
    } catch ({ message, loc }) {
      yield { file, line: loc.line, what: message, lacking: [`ES${YEAR}`] };
    }
  }
  const own = new Set(trees.flatMap(([, tree]) => [...ownNames(tree)]));
  for (const [file, tree] of trees) for (const use of newInScript(tree, own)) yield { file, ...use };
  for (const [file, sheet] of read(/\.css$/)) for (const use of newInSheet(sheet)) yield { file, ...use };
}

const bad = [...found()].filter(({ what }) => !Object.keys(optional).some((name) => what === name || what.startsWith(`${name}: `)));
for (const { file, line, what, lacking } of bad) console.error(`${file}:${line}: ${what} (not in ${lacking.join(", ")})`);
process.exit(bad.length ? 1 : 0);
