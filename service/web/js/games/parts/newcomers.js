// Explanations for newcomers at a table.

/** Whether this is the first round: then the prompt also says what happens when time runs out. */
export const isNew = ({ round }) => round === 1;
