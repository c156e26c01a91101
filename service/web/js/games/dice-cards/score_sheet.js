// The score sheet: what every roll brought each seat, and on which card.

import { t } from "../../text.js";

/** The rounds in the form of ../index.js. The points for tickets come in a last row. */
export function sheet(events, words) {
  const rows = [];
  let had = [];
  for (const { type, data, version } of events) {
    if (type === "dice-cards.deck-shuffled") had = Array(data.seats).fill(0);
    if (type === "dice-cards.answers-revealed") {
      const turns = data.answers.flatMap((answer, seat) => (answer === null ? [] : [turnOf(answer, seat, data.points[seat] - had[seat], words)]));
      rows.push({ round: data.roll, turns: turns.map((turn) => ({ ...turn, version })) });
      had = data.points;
    }
    if (type === "dice-cards.game-ended") addTickets(rows, data.points.map((points, seat) => points - had[seat]), version);
  }
  return rows;
}

const turnOf = ({ card }, seat, points, words) =>
  card === null ? { seat, instead: t("dc.struck") } : { seat, points, did: words.title(card) };

/** In a row of their own, since a seat has one turn in each. */
function addTickets(rows, points, version) {
  const turns = points.flatMap((more, seat) => (more ? [{ seat, points: more, did: t("dc.for-tickets"), version }] : []));
  if (turns.length) rows.push({ round: "+", turns });
}
