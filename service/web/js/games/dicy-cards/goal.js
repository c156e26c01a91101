// How far it is to the end of a game.

/** So many points of one seat make the round the last one. */
export const GOAL = 100;

/** The seats that have so many while the round is played to its end. */
export const arrived = ({ status, seats, state }) => (status === "playing" ? seats.filter(({ seat }) => state.players[seat].score >= GOAL) : []);
