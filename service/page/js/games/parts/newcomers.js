// Whom the table still has to tell what others know by now.

const FIRST_ROUNDS = 2;

/** Whether the game has only begun: then it is said at each turn what happens when time runs out. */
export const isNew = ({ round }) => round <= FIRST_ROUNDS;
