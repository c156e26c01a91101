// The score sheet: the points of every seat, round by round.

import { t } from "../../text.js";

/** The rounds in the form of ../index.js. A round contains a turn for each seat that has had its turn in it. */
export function sheet(events, words) {
  const rows = [];
  let round = 1;
  const note = (turn) => {
    if (rows.at(-1)?.round !== round) rows.push({ round, turns: [] });
    rows.at(-1).turns.push(turn);
  };
  for (const { type, seat, data, version } of events) {
    if (type === "dicy-cards.card-scored") note({ seat, points: data.points, did: words.title(data.card), version });
    if (type === "dicy-cards.turn-skipped") note({ seat, instead: t("dicy.skipped"), version });
    if (type === "dicy-cards.turn-ended") round = data.round;
  }
  return rows;
}
