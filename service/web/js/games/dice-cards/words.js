// The cards of a table: their names, their rules and their sheets, from the catalogue. A table may have begun with other cards.

import { t } from "../../text.js";

/** {card(number), title(number), explained(state), at(view)}; a card is {id, title, text, sheet}. `at` is the same for the cards of that table. */
export function wordsOf({ cards }) {
  const known = new Map(cards.map((card) => [card.id, card]));
  const card = (number) => known.get(String(number));
  return {
    card,
    at: ({ sheets }) => wordsOf({ cards: cards.map((one) => (sheets?.[one.id] ? { ...one, text: t("dc.own-card"), sheet: sheets[one.id] } : one)) }),
    title: (number) => card(number)?.title ?? String(number),
    explained: ({ players, own }) => {
      const shown = [...players.flatMap((player) => player.cards.map((one) => one.card)), ...(own?.hand ?? []), ...(own?.kept ?? [])];
      return [...new Set(shown)].map(card);
    },
  };
}
