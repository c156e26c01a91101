// The cards' names and texts, from the catalogue in the page's language.

/** `title(card)`, `text(card)` of the catalogue's cards; for an unknown card, its id. */
export function wordsOf(catalogue) {
  const cards = new Map(catalogue.cards.map((card) => [card.id, card]));
  return {
    title: (card) => cards.get(card)?.title ?? card,
    text: (card) => cards.get(card)?.text ?? "",
  };
}
