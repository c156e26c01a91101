// Reads [{card, marks, dice}] on standard input and writes for each, by the second verifier: what may be written with what price in tickets,
// as [place, number, price]; the points; the tickets.
import { readFileSync } from "node:fs";

import { cardOf } from "../../../service/web/verify/games/dice-cards/cards.mjs";
import { DECK } from "../../../service/web/verify/games/dice-cards/deck.mjs";

const [PLACES, NUMBERS] = [37, 68];
const cards = new Map(DECK.map((card) => [card.number, cardOf(card)]));

function told({ card, marks, dice }) {
  const { cost, points, tickets } = cards.get(card);
  const possible = [];
  for (let place = -3; place < PLACES; place += 1) {
    for (let number = -1; number < NUMBERS; number += 1) {
      const price = cost(marks, place, number, dice);
      if (price < Infinity) possible.push([place, number, price]);
    }
  }
  return { possible, points: points(marks), tickets: tickets(marks) };
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(told)));
