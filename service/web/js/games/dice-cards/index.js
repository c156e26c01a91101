// Dice Cards, as a game of this page (see ../index.js).

import { t } from "../../text.js";
import { board } from "./board.js";
import { sheet } from "./score_sheet.js";
import { wordsOf } from "./words.js";

/** The game with the texts and the sheets of this catalogue (`GET /v1/games/dice-cards`). */
export function gameOf(catalogue) {
  const words = wordsOf(catalogue);
  return {
    title: catalogue.title,
    about: catalogue.summary,
    levels: catalogue.players,
    cards: (view) => (view.state === null ? [] : words.at(view).explained(view.state)),
    board: (view, how = {}) => board(view, how, words.at(view)),
    status,
    lastRound: ({ status: tableStatus, state }) => tableStatus === "playing" && state.roll === state.rolls,
    resultText: ({ state }, seat) => t("dc.tickets", { n: state.players[seat].tickets }),
    rank: ({ state }) => state.rank && t(`rank-${state.rank}`),
    points: ({ state }) => state.players.map(({ points }) => points),
    arguments: ({ type }, { state }) => (type === "dice-cards.game-ended" ? { rank: state.rank ?? "none" } : {}),
    roundOf: ({ type, data }) => (type === "dice-cards.dice-rolled" ? data.roll : undefined),
    sheet: (events) => sheet(events, words),
    ownData: () => ({}),
  };
}

/** The choice of the cards; else whether the seat still has to answer, which several seats do at once. */
function status({ state, owed }, seat) {
  if (!owed.some((one) => one.seat === seat)) return t(state.phase === "choosing" ? "dc.others-choose" : "dc.others-think");
  return t(state.phase === "choosing" ? "dc.your-choice" : "dc.your-roll", { roll: state.roll });
}
