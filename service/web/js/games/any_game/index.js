// Any game, as a game of this page (see ../index.js): drawn from its picture, played with its listed moves.

import { board } from "./board.js";
import { plainSentence } from "./sentences.js";
import { sheet } from "./sheet.js";
import { wordsOf } from "./words.js";

/** The game with the texts of this catalogue (`GET /v1/games/{game}`). */
export function gameOf(catalogue) {
  const words = wordsOf(catalogue);
  return {
    title: catalogue.title,
    about: catalogue.summary,
    levels: catalogue.players,
    cards: ({ picture }) => (picture === null ? [] : words.explained(picture)),
    board: (view, how = {}) => board(view, how, words),
    status: () => null,
    lastRound: () => false,
    resultText: () => "",
    points: ({ picture }) => picture.seats.map(({ points }) => points),
    otherwise: (event, names) => plainSentence(event, names, words),
    sheet: (events) => sheet(events, words),
    ownData: () => ({}),
  };
}
