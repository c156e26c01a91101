// The score sheet: the points of every turn, round by round.

import { expiryBefore } from "../../table/expiry.js";
import { t } from "../../text.js";

/** The rounds in the form of ../index.js. Taking a token can change what its colour is worth to other seats. */
export function sheet(events) {
  const rows = [];
  let [round, had, shifted] = [1, [], null];
  const note = (turn) => {
    if (rows.at(-1)?.round !== round) rows.push({ round, turns: [] });
    rows.at(-1).turns.push(turn);
  };
  for (const event of events) {
    const { type, seat, data, version } = event;
    if (type === "ice-dice.board-laid") had = Array(data.seats).fill(0);
    if (type === "ice-dice.turn-began") [round, shifted] = [data.round, null];
    if (type === "ice-dice.token-shifted") shifted = t("ice.shifted", { number: data.number });
    if (type === "ice-dice.turn-passed") note({ seat, instead: t(expiryBefore(events, event) ? "ice.timed-out" : "ice.passed"), did: shifted, version });
    if (type === "ice-dice.token-taken") {
      const { [seat]: points, ...others } = changes(had, data.points);
      note({ seat, points, did: t("ice.took", { number: data.number }), others, version });
      had = data.points;
    }
  }
  return rows;
}

/** {seat: points}: the change of each seat's points. */
const changes = (before, after) => ({ ...after.map((points, seat) => points - before[seat]) });
