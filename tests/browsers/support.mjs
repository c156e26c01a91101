// Which features every browser of the range has, as MDN's compatibility data say.

import { readFileSync } from "node:fs";
import { data } from "./tools.mjs";

export const RANGE = JSON.parse(readFileSync(new URL("./range.json", import.meta.url), "utf8"));

/** The entry of the data at a path; undefined if there is none. */
export const at = (...path) => path.reduce((node, name) => (Object.hasOwn(node ?? {}, name) ? node[name] : undefined), data);

/** The browsers of the range that lack a feature: [] if none does, null if the data do not know the feature. What a browser does not have
 *  to this day and nobody misses (a pointer on a phone) is in the data, too: it is listed in `optional.json`.
 */
export function lacking(node) {
  const support = node?.__compat?.support;
  if (!support) return null;
  return Object.keys(RANGE).filter((browser) => support[browser] && !hasIt(support[browser], RANGE[browser]));
}

/** What is behind a switch or has another name does not count. */
function hasIt(statements, oldest) {
  const number = (version) => Number.parseFloat(String(version).replace("≤", ""));
  return [statements].flat().some(({ version_added: since, version_removed: until, flags, prefix, alternative_name: other }) => {
    if (!since || flags || prefix || other) return false;
    return number(since) <= number(oldest) && (!until || number(until) > number(oldest));
  });
}
