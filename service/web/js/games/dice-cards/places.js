// From the places that moves name to the cells of a sheet. Pure.

/** The cell in which the next number of a place is written: the only one, or the one after the last that is marked; null if all are. */
export function nextCell({ places }, place, marks) {
  const cells = places[place];
  const after = cells.findLastIndex((cell) => marks[cell] > 0) + 1;
  return cells[after] ?? null;
}

/** {cell: [moves]} of the moves of a card. */
export function byCell(sheet, marks, moves) {
  const found = new Map();
  for (const move of moves) {
    const cell = nextCell(sheet, move.place, marks);
    if (cell !== null) found.set(cell, [...(found.get(cell) ?? []), move]);
  }
  return found;
}

/** The dice that a place takes, by their positions. */
export const diceOf = (sheet, place) => sheet.cells[sheet.places[place][0]].dice;
