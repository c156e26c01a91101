// What is wrong with a file, and texts about it that are safe to print.

/** A fault in a file. */
export class Wrong extends Error {
  constructor(code, detail, version = null) {
    super(detail);
    Object.assign(this, { code, detail, version });
  }
}

/** A breach of the rules. The caller knows which event it is. */
export class Refused extends Error {}

export function refuse(why) {
  throw new Refused(why);
}

/**
 * A text that is safe to print: on one line, without anything that moves a cursor, colours, links or turns the direction
 * of writing. Each of those characters, and each that Unicode does not assign, becomes U+FFFD.
 */
export const plain = (text) => text.replace(/(?! )[\p{C}\p{Z}]/gu, "\ufffd");

/** A text, cut if it is long. */
export const short = (text, longest = 1000) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
