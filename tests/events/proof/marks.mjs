// Reads [{rules, marks, dice}] on standard input and writes for each, by the second verifier: what may be written with what price in tickets,
// as [place, number, price]; the points; the tickets.
import { readFileSync } from "node:fs";

import { cardOf } from "../../../service/web/verify/games/dice-cards/cards.mjs";

const [PLACES, NUMBERS] = [37, 68];

function told({ rules, marks, dice }) {
  const { cost, points, tickets } = cardOf(JSON.parse(rules));
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
