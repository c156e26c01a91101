// Ice Dice, as a game of this page (see ../index.js).

import { t } from "../../text.js";
import { board } from "./board.js";
import { argumentsOf } from "./arguments.js";
import { sheet } from "./sheet.js";
import { pointsParts } from "./tokens.js";

/** The game with the texts of this catalogue (`GET /v1/games/ice-dice`). */
export function gameOf(catalogue) {
  return {
    title: catalogue.title,
    about: catalogue.summary,
    levels: catalogue.players,
    cards: () => [],
    board: (view, how = {}) => board(view, how),
    status,
    lastRound: ({ status: tableStatus, state }) => tableStatus === "playing" && state.last_round,
    resultText: ({ state }, seat) => {
      const { tokens, colours } = pointsParts(state.players[seat]);
      return t("ice.result", { tokens, colours });
    },
    points: ({ state }) => state.players.map(({ points }) => points),
    arguments: argumentsOf,
    sheet,
    ownData: (_, events) => ownBoard(events),
  };
}

function status({ state, owed, seats }, seat) {
  if (state.phase !== "setup") return null;
  return owed.some((one) => one.seat === seat) ? t("ice.your-setup") : t("ice.others-setup", { name: seats[state.turn].name });
}

/** A deployment's own board in the verifier's form: of each token only the side that was up is known, and it is used for both sides. */
function ownBoard(events) {
  const boardEvent = events.find(({ type }) => type === "ice-dice.board-laid");
  const lines = [];
  for (const { token, line, number, colour } of boardEvent?.data.tokens ?? []) {
    lines[line] ??= [];
    lines[line].push({ number: token, colour, back: { number, colour } });
  }
  return { boards: { "ice-dice": { lines } } };
}
