// The cards of a table, made of their rules, which its first event has as texts.

import { Wrong } from "../../faults.mjs";
import { canonical } from "../../text.mjs";
import { CARDS } from "./card_form.mjs";
import { cardOf } from "./cards.mjs";

const YOUNG = 9;
const LONGEST = 1500;

/** The cards 1 to 50 by number, made of their rules in this order; null if these are no deck. */
export function wholeDeck(rules) {
  const cards = rules.map(cardFrom);
  const whole = cards.length === CARDS && cards.every((card, at) => card?.id === at + 1);
  return whole && cards.filter(({ young }) => young).length >= YOUNG ? new Map(cards.map((card) => [card.id, card])) : null;
}

/** The card with these rules in their canonical text, null if there is none. */
export function cardFrom(text) {
  if (Array.from(text).length > LONGEST) return null;
  try {
    const rules = JSON.parse(text);
    return canonical(rules) === text ? cardOf(rules) : null;
  } catch (error) {
    if (error instanceof Wrong || error instanceof SyntaxError) return null;
    throw error;
  }
}
