// Turns, rounds and the result, which games share.

/** The next turn: that of the next seat clockwise that has not resigned. A round starts when the turn reaches or passes the first seat. */
export function following({ players, turn, first }) {
  const seats = players.length;
  const after = (at, from) => (at - from + seats) % seats;
  const next = Array.from({ length: seats }, (_, step) => (turn + 1 + step) % seats).find((at) => !players[at].withdrawn);
  return { next, newRound: after(next, first) < after(turn, first) };
}

/** The result from each seat's keys, of which the first that differs decides. Tied seats share their rank; rank 1 has won. */
export function ranked(reason, keys, points) {
  const above = (one, other) => (one.find((key, at) => key !== other[at]) ?? 0) > (other.find((key, at) => key !== one[at]) ?? 0);
  const ranking = keys.map((key, at) => ({ seat: at, rank: 1 + keys.filter((other) => above(other, key)).length, points: points[at] }));
  ranking.sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return { reason, winners: ranking.filter(({ rank }) => rank === 1).map(({ seat: at }) => at), ranking };
}
