// The events of Ice Dice.

import { draw, faces, forms, integer, list, object, oneOf, orNull } from "../../forms.mjs";
import { COLOURS } from "./board.mjs";
import { expression } from "./expressions.mjs";

export const VARIANTS = ["standard", "young", "experienced"];
export const TIES = ["adults", "children"];

const boardToken = object({ token: integer(), line: integer(), number: integer(), colour: oneOf(...COLOURS) });

export const ICE_EVENTS = {
  "ice-dice.board-laid": {
    schemas: forms({
      seats: integer(),
      variant: oneOf(...VARIANTS),
      ties: oneOf(...TIES),
      reroll_limit: orNull(integer()),
      tokens: list(boardToken),
      draw: orNull(draw),
    }),
  },
  "ice-dice.first-seat-chosen": { schemas: forms({ first: integer(), draw: orNull(draw) }) },
  "ice-dice.token-set-up": { seat: true, schemas: forms({ token: integer(), number: integer(), left: integer() }) },
  "ice-dice.turn-began": { seat: true, schemas: forms({ round: integer(), turns: integer(), still_rounds: integer() }) },
  "ice-dice.dice-rolled": { seat: true, schemas: forms({ dice: faces, draw }) },
  "ice-dice.dice-rerolled": { seat: true, schemas: forms({ positions: list(integer()), dice: faces, draw }) },
  "ice-dice.token-shifted": { seat: true, schemas: forms({ token: integer(), number: integer(), expression, dice: faces }) },
  "ice-dice.token-taken": {
    seat: true,
    schemas: forms({ token: integer(), number: integer(), expression, dice: faces, points: list(integer()) }),
  },
  "ice-dice.turn-passed": { seat: true, schemas: forms({}) },
  "ice-dice.seat-withdrawn": { seat: true, schemas: forms({}) },
  "ice-dice.game-ended": { schemas: forms({ reason: oneOf("eight-left", "stalemate", "resignation") }) },
};
