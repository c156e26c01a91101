// The events of Dicy Cards.

import { draw, faces, forms, integer, list, oneOf, orNull, truth } from "../../forms.mjs";
import { CARD_IDS } from "./cards.mjs";

const card = oneOf(...CARD_IDS);

export const DICY_EVENTS = {
  "dicy-cards.cards-chosen": { schemas: forms({ cards: list(card), seats: integer(), draw: orNull(draw) }) },
  "dicy-cards.first-seat-chosen": { schemas: forms({ first: integer(), draw: orNull(draw) }) },
  "dicy-cards.dice-rolled": { seat: true, schemas: forms({ dice: faces, draw }) },
  "dicy-cards.card-frozen": { seat: true, schemas: forms({ card, cause: oneOf("reroll", "scored", "effect"), forced: truth }) },
  "dicy-cards.dice-rerolled": { seat: true, schemas: forms({ positions: list(integer()), dice: faces, draw }) },
  "dicy-cards.card-scored": {
    seat: true,
    schemas: forms({ card, positions: list(integer()), values: faces, points: integer(), score: integer() }),
  },
  "dicy-cards.turn-skipped": { seat: true, schemas: forms({}) },
  "dicy-cards.card-reset": { seat: true, schemas: forms({ card, cause: oneOf("skip", "effect"), forced: truth }) },
  "dicy-cards.choices-owed": { schemas: forms({ seats: list(integer()), kind: oneOf("freeze", "reset") }) },
  "dicy-cards.turn-ended": { seat: true, schemas: forms({ next: integer(), round: integer(), turns: integer() }) },
  "dicy-cards.seat-withdrawn": { seat: true, schemas: forms({}) },
  "dicy-cards.game-ended": { schemas: forms({ reason: oneOf("hundred", "round-limit", "resignation") }) },
};
