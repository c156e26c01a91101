// Whom the table still has to tell what others know by now.

/** Whether the game has only begun: then it is said with the turn what happens when time runs out. */
export const isNew = ({ round }) => round === 1;
