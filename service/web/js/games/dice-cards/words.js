// The cards of a table: their names, their rules and their sheets, from the catalogue.

/** {card(number), title(number), explained(state)}; a card is {id, title, text, sheet}. */
export function wordsOf({ cards }) {
  const known = new Map(cards.map((card) => [card.id, card]));
  const card = (number) => known.get(String(number));
  return {
    card,
    title: (number) => card(number)?.title ?? String(number),
    explained: ({ players, own }) => {
      const shown = [...players.flatMap((player) => player.cards.map((one) => one.card)), ...(own?.hand ?? []), ...(own?.kept ?? [])];
      return [...new Set(shown)].map(card);
    },
  };
}
