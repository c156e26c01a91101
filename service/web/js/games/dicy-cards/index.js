// Dicy Cards, as a game of this page (see ../index.js).

import { listed, t } from "../../text.js";
import { board } from "./board.js";
import { seatsAtGoal } from "./goal.js";
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
    status,
    lastRound: (view) => seatsAtGoal(view).length > 0,
    resultText: ({ state }, seat) => t("dicy.active-cards", { n: state.players[seat].active.length }),
    points: ({ state }) => state.players.map(({ score }) => score),
    sheet: (events) => sheet(events, words),
    ownData: ({ options: { mode }, state }) => (OF_ITSELF.has(mode) || !state ? {} : { sets: { [mode]: state.cards } }),
  };
}

function status(view, seat) {
  if (!view.state.pending.length) return null;
  if (view.owed.some((owed) => owed.seat === seat)) return t("dicy.your-choice");
  const names = listed(view.owed.map((owed) => view.seats[owed.seat].name));
  return t("dicy.others-choice", { names, n: view.owed.length });
}
