// An event of any game in plain words: its sentence may need facts that only the game knows, such as a calculation in its own notation.

/** An event by its type, and those of its fields that people can read. */
export function plainSentence({ type, seat, data }, names, words) {
  const did = type.slice(type.indexOf(".") + 1).replaceAll("-", " ");
  const facts = Object.entries(data).filter(([, value]) => isReadable(value)).map(([field, value]) => `${field.replaceAll("_", " ")} ${read(value, words)}`);
  const said = `${did}${facts.length ? ` (${facts.join(", ")})` : ""}`;
  return names[seat] ? `${names[seat]}: ${said}` : said[0].toUpperCase() + said.slice(1);
}

const isPlain = (value) => typeof value === "string" || typeof value === "number";
const isReadable = (value) => isPlain(value) || (Array.isArray(value) && value.length > 0 && value.every(isPlain));

const read = (value, words) => (Array.isArray(value) ? value.map((item) => read(item, words)).join(" ") : words.isCard(value) ? words.titleOf(value) : String(value));
