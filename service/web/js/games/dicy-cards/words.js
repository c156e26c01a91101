// The cards' names and texts, as the catalogue has them in the page's language.

/** `title(card)`, `text(card)` of the catalogue's cards; a card that it does not have is called by its id. */
export function wordsOf(catalogue) {
  const cards = new Map(catalogue.cards.map((card) => [card.id, card]));
  return {
    title: (card) => cards.get(card)?.title ?? card,
    text: (card) => cards.get(card)?.text ?? "",
  };
}
