// Dicy Cards, as this page shows a game.

import { board } from "./board.js";
import { sentence } from "./sentences.js";
import { sheet } from "./sheet.js";
import { wordsOf } from "./words.js";

const OF_ITSELF = new Set(["glacial", "interglacial", "custom"]);

/** The game with the texts of this catalogue (`GET /v1/games/dicy-cards`). */
export function gameOf(catalogue) {
  const words = wordsOf(catalogue);
  return {
    title: catalogue.title,
    about: catalogue.summary,
    levels: catalogue.players,
    cards: ({ state }) => (state?.cards ?? []).map((card) => ({ title: words.title(card), text: words.text(card) })),
    board: (view, how = {}) => board(view, how, words),
    sentence: (event, view) => sentence(event, view, words),
    sheet: (events) => sheet(events, words),
    sets: ({ options: { mode }, state }) => (OF_ITSELF.has(mode) || !state ? {} : { [mode]: state.cards }),
  };
}
