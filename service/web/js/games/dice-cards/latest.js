// What every seat did in the last roll whose answers are revealed. Pure.

/**
 * By seat {card, place, number, cells}, of these events up to a version: the card that was marked, null for a strike, and its new cells.
 * A seat that did not answer has null; [] before the first answers are revealed.
 */
export function latestAnswers(events, version) {
  const revealed = events.findLast((event) => event.type === "dice-cards.answers-revealed" && event.version <= version);
  return (revealed?.data.answers ?? []).map((answer) => answer && { ...answer, cells: new Set(answer.cells.map(([cell]) => cell)) });
}
