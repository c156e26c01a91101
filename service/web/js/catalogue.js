// The catalogue of games in the page's language. It is fetched once, and again after a failure.

import { api } from "./api.js";
import { language } from "./text.js";

const asked = new Map();

/** All games: [{game, title, summary, seats, …}]. Throws `Problem`. */
export const games = async () => (await cached("/v1/games")).games;

/** One game with its options, cards and built-in players. Throws `Problem`. */
export const gameDetails = (game) => cached(`/v1/games/${encodeURIComponent(game)}`);

function cached(path) {
  const name = `${language()} ${path}`;
  if (!asked.has(name)) {
    const answer = api.get(path).then(({ body }) => body);
    asked.set(name, answer);
    answer.catch(() => asked.delete(name));
  }
  return asked.get(name);
}
