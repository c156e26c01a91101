// What every seat did in the last roll that is told. Pure.

/**
 * By seat {card, place, number, cells}, of these events up to a version: the card that was marked, null for a strike, and its new cells.
 * A seat that did not answer has null; [] before the first roll is told.
 */
export function latestAnswers(events, version) {
  const told = events.findLast((event) => event.type === "dice-cards.answers-told" && event.version <= version);
  return (told?.data.answers ?? []).map((answer) => answer && { ...answer, cells: new Set(answer.cells.map(([cell]) => cell)) });
}
