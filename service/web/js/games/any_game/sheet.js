// The score sheet of any game. Every event that changes points says so in `points`: what it brings its seat, or the points of all seats.

/** The rounds in the form of ../index.js. All that a seat wins in a round is one turn. */
export function sheet(events, words) {
  const rows = [];
  let [round, had] = [1, []];
  for (const { type, seat, data, version } of events) {
    if (type === "table.created") had = Array(data.seats).fill(0);
    const now = pointsAfter(had, seat, data.points);
    if (now !== had && !type.startsWith("table.")) {
      if (rows.at(-1)?.round !== round) rows.push({ round, turns: [] });
      addTurn(rows.at(-1).turns, { seat, version, did: words.isCard(data.card) ? words.titleOf(data.card) : null }, changes(had, now));
    }
    had = now;
    if (Number.isInteger(data.round)) round = data.round;
  }
  return rows;
}

function pointsAfter(had, seat, points) {
  if (Array.isArray(points)) return points;
  return Number.isInteger(points) && seat !== null ? had.map((before, at) => (at === seat ? before + points : before)) : had;
}

function addTurn(turns, about, { [about.seat]: points, ...others }) {
  const known = turns.find(({ seat }) => seat === about.seat);
  if (!known) return void turns.push({ ...about, points, others });
  for (const [seat, more] of Object.entries(others)) known.others[seat] = (known.others[seat] ?? 0) + more;
  return void Object.assign(known, { points: known.points + points, version: about.version, did: null });
}

/** {seat: points}: the change of each seat's points. */
const changes = (before, after) => ({ ...after.map((points, seat) => points - (before[seat] ?? 0)) });
