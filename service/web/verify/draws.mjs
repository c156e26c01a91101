// Draws of dice and shuffles, and blindings, derived from a table's secret.

import { bytesOf, hexOf, hmac, utf8 } from "./hash.mjs";

/** The numbers of one draw: a function that returns a number below the given bound. */
function numbers({ secret, seeds, table }, n) {
  const key = bytesOf(secret);
  let [bytes, block] = [[], 0];
  const next = () => {
    if (!bytes.length) bytes = [...hmac(key, utf8(message({ seeds, table }, n, block++)))];
    return bytes.shift();
  };
  return (bound) => {
    for (;;) {
      const byte = next();
      if (byte < 256 - (256 % bound)) return byte % bound;
    }
  };
}

/** The blinding of an event that hides something from spectators, so that they cannot guess the hidden part by its hash. */
export function blindingOf({ secret, table }, version) {
  return hexOf(hmac(bytesOf(secret), utf8(ascii(["rollstream-blinding-1", table, version]))).slice(0, 16));
}

const message = ({ seeds, table }, n, block) => ascii(["rollstream-dice-1", seeds, table, n, block]);

function ascii(value) {
  return JSON.stringify(value).replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function roll(from, n, count, of) {
  const below = numbers(from, n);
  return { n, kind: "dice", of, values: Array.from({ length: count }, () => below(of) + 1) };
}

export function shuffle(from, n, count, of) {
  const below = numbers(from, n);
  const items = Array.from({ length: of }, (_, item) => item);
  for (let index = 0; index < count; index += 1) {
    const other = index + below(of - index);
    [items[index], items[other]] = [items[other], items[index]];
  }
  return { n, kind: "shuffle", of, values: items.slice(0, count) };
}

/**
 * Finds the owner of draw number n: the first source of a fork with more than n draws; undefined if it is the fork's own. Call the result
 * with ascending numbers: it never returns to an earlier source.
 */
export function sourceFinder(sources) {
  const keys = sources.map(({ secret, client_seeds, table, draws }) => ({ secret, seeds: client_seeds, table, draws }));
  let at = 0;
  return (n) => {
    while (at < keys.length && n >= keys[at].draws) at += 1;
    return keys[at];
  };
}

export const derived = (source, version, draw) => ({ version, draw, secret: source.secret, message: message(source, draw.n, 0) });
