// The catalogue of games in the page's language. It is fetched once, and again after a failure.

import { api } from "./api.js";
import { language } from "./text.js";

const requests = new Map();

/** All games: [{game, title, summary, seats, …}]. Throws `Problem`. */
export const games = async () => (await cached("/v1/games")).games;

/** One game with its options, cards and built-in players. Throws `Problem`. */
export const gameDetails = (game) => cached(`/v1/games/${encodeURIComponent(game)}`);

function cached(path) {
  const name = `${language()} ${path}`;
  if (!requests.has(name)) {
    const answer = api.get(path).then(({ body }) => body);
    requests.set(name, answer);
    answer.catch(() => requests.delete(name));
  }
  return requests.get(name);
}
