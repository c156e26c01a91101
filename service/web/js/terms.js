// The terms of a table: its clock, what happens when time runs out, the options of its game.

import { listed, t } from "./text.js";

/** This many seconds in words; null: no limit. */
export function lengthOf(seconds) {
  if (seconds === null) return t("create.no-clock");
  if (seconds % 60) return t("create.seconds", { n: seconds });
  return seconds % 3_600 ? t("create.minutes", { n: seconds / 60 }) : t("create.hours", { n: seconds / 3_600 });
}

/** What happens when time runs out, by the table's rule. */
export const expiryOf = ({ policy, after }) => t(`create.expiry-${policy}`, { n: after ?? 0 });

/** The clock in a few words: "30 seconds per turn – resigns after 3 in a row". */
export function clockOf({ turn_seconds: seconds, on_expiry: rule }) {
  if (seconds === null) return t("terms.no-clock");
  return t("terms.clock", { time: lengthOf(seconds), then: expiryOf(rule) });
}

/** The terms of a table: [{title, text}]; `options` are those of its game in the catalogue. */
export function termsOf({ options: chosen, turn_seconds: seconds, on_expiry: rule }, options) {
  const named = Object.entries(options).map(([name, option]) => ({ title: labelOf(option), text: valueOf(option, chosen[name]) }));
  const late = rule && { title: t("create.expiry"), text: expiryOf(rule) };
  return [{ title: t("create.clock"), text: lengthOf(seconds) }, late, ...named].filter((one) => one?.text);
}

/** The options that differ from the defaults, in a few words: the titles of the chosen values. */
export function unusual(chosen, options) {
  const others = Object.entries(options).filter(([name, option]) => typeof chosen[name] === "string" && chosen[name] !== option.default);
  return others.map(([name, { values }]) => values[chosen[name]]?.title).filter(Boolean);
}

const labelOf = ({ about }) => about.split(". ")[0].replace(/\.$/, "");

/** The chosen values; "" where there was no choice, as at a table older than the option. */
function valueOf({ values, numbers }, chosen) {
  if (chosen === undefined) return "";
  if (numbers) return chosen === null ? t("create.no-clock") : String(chosen);
  if (chosen === null) return "";
  if (Array.isArray(chosen)) return listed(chosen.map((value) => values[value].title));
  const named = values[chosen];
  return named ? t("terms.value", { title: named.title, text: named.about }) : "";
}
