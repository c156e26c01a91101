// Builds the second verifier's single file from its parts and prints it: node build.mjs <parts> <rollup's package>

import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [parts, bundler] = process.argv.slice(2).map((path) => resolve(path));
const entry = join(parts, "single.mjs");
const { rollup } = await import(pathToFileURL(join(bundler, "dist/es/rollup.js")));

/** Stands for the module `games`: a game's file in the folder is all that it takes to be in it. */
const everyGame = {
  name: "games",
  resolveId: (name) => (name === "games" ? name : null),
  load: (name) => (name === "games" ? listOfGames() : null),
};

function listOfGames() {
  const names = readdirSync(join(parts, "games")).flatMap((file) => (file.endsWith(".mjs") ? [file.slice(0, -".mjs".length)] : [])).sort();
  const imports = names.map((name) => `import ${identifier(name)} from ${JSON.stringify(join(parts, "games", `${name}.mjs`))};`);
  const members = names.map((name) => `  ${JSON.stringify(name)}: ${identifier(name)},`);
  return [...imports, "", "/** Every known game by its name. */", "export const GAMES = {", ...members, "};", ""].join("\n");
}

const identifier = (name) => name.replace(/-./g, ([, letter]) => letter.toUpperCase());

/** The bundler drops the first comment of a part, because imports follow. So it goes behind them. */
const headings = {
  name: "headings",
  transform: (code, id) => (id === "games" ? null : { code: id === entry ? withoutHead(code) : withHeading(code), map: null }),
};

function withHeading(code) {
  const [title, ...lines] = code.split("\n");
  const isImport = (line) => line.startsWith("import ");
  const body = lines.filter((line) => !isImport(line)).join("\n").trim();
  return [...lines.filter(isImport), `// --- ${title.slice("// ".length)}`, "", body, ""].join("\n");
}

/** The first comment of the entry is that of the whole file. */
const head = () => readFileSync(entry, "utf-8").split("\n\n")[0];
const withoutHead = (code) => code.slice(head().length).trimStart();

const bundle = await rollup({
  input: entry,
  plugins: [everyGame, headings],
  external: /^node:/,
  treeshake: false,
  onLog: (level, { message }) => {
    throw new Error(`${level}: ${message}`);
  },
});
const { output } = await bundle.generate({ format: "es", generatedCode: "es2015", banner: `#!/usr/bin/env node\n${head()}\n` });
process.stdout.write(output[0].code);
