// The events of Dice Cards.

import { draw, faces, forms, integer, list, object, oneOf, orNull, text, truth } from "../../forms.mjs";

export const DEALS = ["nine-keep-six", "choose-any", "young"];

const cards = list(integer());

const answer = object({
  card: orNull(integer()),
  place: integer(),
  number: integer(),
  cells: list(list(integer(), 2, 2)),
  spent: integer(),
  earned: integer(),
});

export const DICE_CARDS_EVENTS = {
  "dice-cards.deck-shuffled": { schemas: forms({ seats: integer(), deal: oneOf(...DEALS), cards: list(text), draw: orNull(draw) }) },
  "dice-cards.hand-dealt": { seat: true, schemas: forms({ cards, reserve: cards, exchange: truth, draw: orNull(draw) }) },
  "dice-cards.cards-exchanged": { seat: true, schemas: forms({ given: cards, taken: cards }) },
  "dice-cards.card-kept": { seat: true, schemas: forms({ card: integer() }) },
  "dice-cards.cards-revealed": { schemas: forms({ cards: list(cards), sizes: list(list(integer())) }) },
  "dice-cards.dice-rolled": { schemas: forms({ roll: integer(), dice: list(integer(), 2, 2), draw }) },
  "dice-cards.roll-answered": { seat: true, schemas: forms({ answer }) },
  "dice-cards.answers-revealed": { schemas: forms({ roll: integer(), answers: list(orNull(answer)), tickets: faces, points: faces }) },
  "dice-cards.seat-withdrawn": { seat: true, schemas: forms({}) },
  "dice-cards.game-ended": { schemas: forms({ reason: oneOf("all-rolls", "resignation", "given-up"), points: faces }) },
};

/** Everything but these is seen by everybody: hands, what is chosen of them, and answers are not. */
export const HIDING = ["deck-shuffled", "hand-dealt", "cards-exchanged", "card-kept", "roll-answered"].map((name) => `dice-cards.${name}`);
