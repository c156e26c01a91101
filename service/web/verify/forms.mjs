// The forms of values. A form is a function of a value and its path. It throws `malformed` if the value does not have this form.

import { Wrong } from "./faults.mjs";

const MOST_SEEDS = 33;
const LARGEST_INTEGER = Number.MAX_SAFE_INTEGER;

export const misfit = (path, wanted) => {
  const match = /^\$\.events\[(\d+)\]/.exec(path);
  throw new Wrong("malformed", `${path}: ${wanted}.`, match ? Number(match[1]) + 1 : null);
};

export const fitting = (fits, wanted) => (value, path) => void (fits(value) || misfit(path, `expected ${wanted}`));
const matching = (pattern, wanted) => fitting((v) => typeof v === "string" && pattern.test(v), wanted);
export const within = (least, most) => (v) => Number.isInteger(v) && v >= least && v <= most;
export const integer = (least = -LARGEST_INTEGER, most = LARGEST_INTEGER) =>
  fitting(within(least, most), `an integer from ${least} to ${most}`);
export const truth = fitting((v) => typeof v === "boolean", "true or false");
export const oneOf = (...values) => fitting((v) => values.includes(v), `one of ${values}`);
export const orNull = (form) => (value, path) => void (value === null || form(value, path));

export const list = (form, least = 0, most = Infinity) => (value, path) => {
  if (!Array.isArray(value) || value.length < least || value.length > most) misfit(path, `expected a list of ${least} to ${most} items`);
  value.forEach((item, at) => form(item, `${path}[${at}]`));
};

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const anyObject = fitting(isObject, "an object");

/** An object with exactly these members, and perhaps with some of the `others`. */
export function object(members, others = {}) {
  const known = { ...members, ...others };
  return (value, path) => {
    anyObject(value, path);
    for (const name of Object.keys(members)) if (!Object.hasOwn(value, name)) misfit(path, `${name} is missing`);
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(known, name)) misfit(path, `${name} is not a member`);
      known[name](value[name], `${path}.${name}`);
    }
  };
}

export const text = fitting((v) => typeof v === "string", "a string");
export const hex = matching(/^[0-9a-f]{64}$/, "64 hex digits");
export const hex32 = matching(/^[0-9a-f]{32}$/, "32 hex digits");
export const tableId = matching(/^p(0[0-9]|1[0-5])-[0-9a-hjkmnp-tv-z]{26}$/, "a table's id");
export const botId = matching(/^bot_[a-z2-7]{1,60}$/, "a bot's id");
export const seed = matching(/^[!-~]{1,64}$/, "1 to 64 printable ASCII characters without spaces");

/** The seeds of the creator and of all seats. */
export const seeds = list(seed, 0, MOST_SEEDS);

export const base64 = (signs) => matching(new RegExp(`^[\\w-]{${signs}}$`), `${signs} characters of base64url`);
export const slug = matching(/^(?=.{1,64}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "words of lower-case letters and digits, joined by hyphens");
const EVENT_TYPE = /^(?=[^.]{1,64}\.[^.]{1,64}$)[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const eventType = matching(EVENT_TYPE, "an event's type");
export const seat = integer(0, 99);
export const kind = oneOf("open", "human", "ai", "bot");
export const moment = fitting((at) => isMoment(at, 2999), "a time");
export const later = fitting((at) => isMoment(at, 3000), "a time");
export const name = fitting(isName, "a name");

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** UTC with milliseconds and Z, from the start of one year to the end of another. */
export function isMoment(at, last, first = "1970") {
  if (typeof at !== "string" || !MOMENT.test(at) || at < first || at.slice(0, 4) > `${last}`) return false;
  const time = Date.parse(at);
  return !Number.isNaN(time) && new Date(time).toISOString() === at;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const SPACES = "\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const AROUND = new RegExp(`^[${SPACES}]|[${SPACES}]$`);

const BLANKS = [
  "\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u202a-\\u202f\\u205f-\\u206f",
  "\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}",
];

const VISIBLE = new RegExp(`[^${BLANKS.join("")}]`, "u");

/**
 * 1 to 40 characters, at least one of them visible, without controls and without white space around them. Their normal form is not
 * asked: it depends on the Unicode version of whoever reads the file.
 */
function isName(text) {
  if (typeof text !== "string" || text.length > 80 || !within(1, 40)(Array.from(text).length)) return false;
  return VISIBLE.test(text) && !CONTROL.test(text) && !AROUND.test(text);
}

const rankingEntry = object({ points: integer(), rank: integer(1), seat });
export const outcome = object({ ranking: list(rankingEntry), reason: text, winners: list(seat) });
export const draw = object({ n: integer(), kind: oneOf("dice", "shuffle"), of: integer(), values: list(integer()) });

/** The forms of an event's data, for each number of its schema from 1 on. */
export const forms = (...schemas) => schemas.map((members) => object(members));

export const faces = list(integer());
