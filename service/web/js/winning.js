// Who has won, as the page says it.

/** Whether a seat of a view or of an entry of the lobby has won against others: a player who was alone has nobody to win against. */
export const hasWon = ({ seats, outcome }, seat) => seats.length > 1 && (outcome?.winners.includes(seat) ?? false);
