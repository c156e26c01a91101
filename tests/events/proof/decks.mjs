// Reads {cards: [text], decks: [[text]]} on standard input and writes for each whether it is a card's rules, or a whole deck, by the second verifier.
import { readFileSync } from "node:fs";

import { cardFrom, wholeDeck } from "../../../service/web/verify/games/dice-cards/deck.mjs";

const { cards, decks } = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify({ cards: cards.map((text) => cardFrom(text) !== null), decks: decks.map((texts) => wholeDeck(texts) !== null) }));
