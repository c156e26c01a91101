// The score sheet: what every turn brought, round by round.

import { expiryBefore } from "../../table/late.js";
import { t } from "../../text.js";

/** The rounds as ../index.js has them. A token that is taken can change what its colour is worth to others. */
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

/** {seat: points}: what each seat has more or less than before. */
const changes = (before, after) => ({ ...after.map((points, seat) => points - before[seat]) });
