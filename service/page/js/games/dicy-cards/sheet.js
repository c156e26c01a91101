// The score sheet: what every seat won, round by round.

/**
 * [{round, turns: [{seat, card, points, score, version} | {seat, skipped: true, version}]}], oldest first. A round has a turn for each
 * seat that has had its own by now.
 */
export function sheet(events, words) {
  const rows = [];
  let round = 1;
  const note = (turn) => {
    if (rows.at(-1)?.round !== round) rows.push({ round, turns: [] });
    rows.at(-1).turns.push(turn);
  };
  for (const { type, seat, data, version } of events) {
    if (type === "dicy-cards.card-scored") note({ seat, card: words.title(data.card), points: data.points, score: data.score, version });
    if (type === "dicy-cards.turn-skipped") note({ seat, skipped: true, version });
    if (type === "dicy-cards.turn-ended") round = data.round;
  }
  return rows;
}
