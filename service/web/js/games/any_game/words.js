// The words of a game, from the catalogue in the page's language and from a table's picture.

import { TINTS } from "../../drawing/tints.js";
import { t } from "../../text.js";

const SIGNS = { "*": "×", "/": "÷", "-": "−" };

/** What its cards, piles, moves and colours are called. An unknown name stays as it is. */
export function wordsOf({ cards, piles, moves }) {
  const [known, named] = [new Map(cards.map((card) => [card.id, card])), new Map(piles.map(({ id, title }) => [id, title]))];
  const tints = TINTS.map((_, tint) => t(`any.tint-${tint}`));
  const title = (card) => card.title ?? known.get(card.id)?.title ?? card.id;
  return {
    tints,
    frozen: t("any.frozen"),
    moves,
    drawn: (card) => card && { ...card, title: title(card), text: known.get(card.id)?.text ?? "" },
    title,
    titleOf: (id) => known.get(id)?.title ?? id,
    isCard: (id) => known.has(id),
    pile: ({ pile }) => named.get(pile) ?? pile,
    move: (type) => moves[type]?.title ?? type,
    sign: (sign) => SIGNS[sign] ?? sign,
    explained: (picture) => explained(picture, known),
  };
}

/** [{title, text}] of the cards in a picture that do something. */
function explained({ seats, shared }, known) {
  const all = [...seats, ...shared].flatMap(({ cards }) => cards).filter((card) => card && card.tint === null);
  return [...new Set(all.map(({ id }) => id))].map((id) => known.get(id)).filter((card) => card?.text);
}
