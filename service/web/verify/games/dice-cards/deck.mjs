// The cards of a table, made of their rules, which its first event has as texts.

import { canonical } from "../../text.mjs";
import { cardOf } from "./cards.mjs";

export const CARDS = 50;

const YOUNG = 9;
const LONGEST = 1500;
const MOST_CELLS = 37;

/** The cards 1 to 50 by number, made of their rules in this order; null if these are no deck. */
export function wholeDeck(rules) {
  const cards = rules.map(cardFrom);
  const whole = cards.length === CARDS && cards.every((card, at) => card?.id === at + 1 && card.cells <= MOST_CELLS);
  return whole && cards.filter(({ young }) => young).length >= YOUNG ? new Map(cards.map((card) => [card.id, card])) : null;
}

/** The card with these rules in their canonical text, null if there is none. No number on a card has three digits, so none takes long to make. */
function cardFrom(text) {
  if (text.length > LONGEST || /\d{3}/.test(text)) return null;
  try {
    const rules = JSON.parse(text);
    return canonical(rules) === text ? cardOf(rules) : null;
  } catch {
    return null;
  }
}
