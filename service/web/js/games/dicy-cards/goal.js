// How close a game is to its end.

/** One seat with this many points makes the round the last one. */
export const GOAL = 100;

/** The seats with this many points while the last round is played. */
export const seatsAtGoal = ({ status, seats, state }) => (status === "playing" ? seats.filter(({ seat }) => state.players[seat].score >= GOAL) : []);
