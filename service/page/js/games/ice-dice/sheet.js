// The score sheet: what every turn brought, round by round.

import { t } from "../../text.js";

/**
 * [{round, turns: [{seat, card, points, score, scores, version} | {seat, skipped: true, version}]}], oldest first; `card` says which token
 * was taken. A token can change what a colour is worth to others, so that every turn has the points of all.
 */
export function sheet(events) {
  const rows = [];
  let [round, scores] = [1, []];
  const note = (turn) => {
    if (rows.at(-1)?.round !== round) rows.push({ round, turns: [] });
    rows.at(-1).turns.push(turn);
  };
  for (const { type, seat, data, version } of events) {
    if (type === "ice-dice.board-laid") scores = Array(data.seats).fill(0);
    if (type === "ice-dice.turn-began") round = data.round;
    if (type === "ice-dice.turn-passed") note({ seat, skipped: true, version });
    if (type === "ice-dice.token-taken") {
      const [score, points] = [data.points[seat], data.points[seat] - scores[seat]];
      scores = data.points;
      note({ seat, card: t("ice.took", { number: data.number }), points, score, scores, version });
    }
  }
  return rows;
}
