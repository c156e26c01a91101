// The review of a finished table: a worker makes it on request, in the page's language. It is kept for later visits.

import { api } from "../../api.js";
import { createExport } from "../../exports.js";
import { language } from "../../text.js";

const kept = new Map();

/** The review that this page has already read, or null. */
export const knownReview = (table) => kept.get(nameOf(table)) ?? null;

/** The review, once it is made; `onProgress` is called with numbers from 0 to 1. Throws `Problem`. */
export async function readReview(table, signal, onProgress) {
  const name = nameOf(table);
  const { file } = await createExport(table, "review", signal, onProgress);
  const { body } = await api.get(file.url, { signal });
  kept.set(name, body);
  return body;
}

const nameOf = (table) => `${language()} ${table}`;
