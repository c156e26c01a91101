// The rules of Dice Cards.

import { refuse } from "../faults.mjs";
import { ranked } from "../rounds.mjs";
import { ascending } from "../values.mjs";
import { CARDS } from "./dice-cards/card_form.mjs";
import { wholeDeck } from "./dice-cards/deck.mjs";
import { DEALS, DICE_CARDS_EVENTS, HIDING } from "./dice-cards/events.mjs";

const ROLLS = 50;
const KEPT = 6;
const DEALT = 9;
const RESERVE = 2;
const COPIES = 2;
const STRUCK = { card: null, place: 0, number: 0, cells: [], spent: 0, earned: 0 };

export default {
  ruleset: 1,
  seats: [1, 8],
  since: 4,
  events: () => DICE_CARDS_EVENTS,
  hides: (type) => HIDING.includes(type),
  hidesDefault: true,
  rules: (emit, dice, _, first) => new DiceCards(emit, dice, first?.cards ?? []),
};

class DiceCards {
  /** `rules` are those of all cards, with which the table began. */
  constructor(emit, dice, rules) {
    Object.assign(this, { dice, rules, cards: wholeDeck(rules) });
    Object.assign(this, { events: DICE_CARDS_EVENTS, phase: "choosing", roll: 0, faces: null, reason: null });
    this.emit = (name, owner, data) => emit(`dice-cards.${name}`, owner, data);
  }

  options(chosen) {
    const { deal = "nine-keep-six", ...others } = chosen;
    if (Object.keys(others).length) refuse(`there is no option ${Object.keys(others)[0]}.`);
    if (!DEALS.includes(deal)) refuse("the deal is unknown.");
    return { deal };
  }

  setup({ deal }, seats) {
    const draw = deal === "nine-keep-six" ? this.dice.shuffle(COPIES * CARDS, COPIES * CARDS) : null;
    this.emit("deck-shuffled", null, { seats, deal, cards: this.cards ? this.rules : [], draw });
    if (!this.cards) refuse("its cards cannot be played.");
    const pile = draw?.values.map((value) => 1 + (value % CARDS));
    for (let owner = 0; owner < seats; owner += 1) this.emit("hand-dealt", owner, this.handOf(deal, pile));
  }

  handOf(deal, pile) {
    if (deal === "choose-any") return { cards: ascending(this.cards.keys()), reserve: [], exchange: false, draw: null };
    if (deal === "young") {
      const young = ascending(this.cards.keys()).filter((number) => this.cards.get(number).young);
      const draw = this.dice.shuffle(DEALT, young.length);
      return { cards: ascending(draw.values.map((value) => young[value])), reserve: [], exchange: false, draw };
    }
    const taken = [...new Set(pile)].slice(0, DEALT + RESERVE);
    taken.forEach((card) => pile.splice(pile.indexOf(card), 1));
    return { cards: ascending(taken.slice(0, DEALT)), reserve: taken.slice(DEALT), exchange: true, draw: null };
  }

  /** Applies an event to the state. */
  apply(type, owner, data) {
    const player = this.players?.[owner];
    const changes = {
      "deck-shuffled": () => {
        const empty = () => ({ hand: [], reserve: [], toExchange: false, kept: [], sheets: new Map(), tickets: 0, points: 0 });
        this.players = Array.from({ length: data.seats }, () => ({ ...empty(), answer: null, withdrawn: false }));
      },
      "hand-dealt": () => Object.assign(player, { hand: data.cards, reserve: data.reserve, toExchange: data.exchange }),
      "cards-exchanged": () => {
        player.hand = ascending([...player.hand.filter((card) => !data.given.includes(card)), ...data.taken]);
        player.toExchange = false;
      },
      "card-kept": () => {
        player.hand = player.hand.filter((card) => card !== data.card);
        player.kept = ascending([...player.kept, data.card]);
      },
      "cards-revealed": () => {
        this.phase = "rolling";
        this.players.forEach((each, at) => {
          each.kept = data.cards[at];
          each.sheets = new Map(data.cards[at].map((card, place) => [card, Array(data.sizes[at][place]).fill(0)]));
        });
      },
      "dice-rolled": () => Object.assign(this, { roll: data.roll, faces: data.dice }),
      "roll-answered": () => (player.answer = data.answer),
      "answers-revealed": () => {
        this.faces = null;
        this.players.forEach((each, at) => {
          each.sheets = this.sheetsAfter(each, data.answers[at]);
          Object.assign(each, { answer: null, tickets: data.tickets[at], points: data.points[at] });
        });
      },
      "seat-withdrawn": () => (player.withdrawn = true),
      "game-ended": () => {
        Object.assign(this, { phase: "over", reason: data.reason });
        this.players.forEach((each, at) => (each.points = data.points[at]));
      },
    };
    changes[type.slice("dice-cards.".length)]();
  }

  /** The marks of a player's cards after an answer. */
  sheetsAfter({ sheets }, answer) {
    if (!answer || answer.card === null) return sheets;
    const marks = [...sheets.get(answer.card)];
    for (const [cell, number] of answer.cells) marks[cell] = number;
    return new Map(sheets).set(answer.card, marks);
  }

  owing() {
    return this.players.map((_, at) => at).filter((at) => !this.players[at].withdrawn && this.owes(this.players[at]));
  }

  owes({ toExchange, hand, kept, answer }) {
    if (this.phase === "choosing") return toExchange || (hand.length > 0 && kept.length < KEPT);
    return this.phase === "rolling" && this.faces !== null && answer === null;
  }

  /** One clock for the choice of cards, then one for each roll. */
  span() {
    return this.roll;
  }

  /** The command, read from the event that it caused. */
  command([{ type, data }]) {
    const name = type.slice("dice-cards.".length);
    if (name === "cards-exchanged") return { type: "exchange", cards: ascending(new Set(data.given)) };
    if (name === "card-kept") return { type: "keep", card: data.card };
    if (name !== "roll-answered") return refuse("no move starts with it.");
    const { card, place, number } = data.answer;
    return card === null ? { type: "strike" } : { type: "mark", card, place, number };
  }

  byDefault(owner) {
    const { toExchange, hand } = this.players[owner];
    if (this.phase === "rolling") return { type: "strike" };
    return toExchange ? { type: "exchange", cards: [] } : { type: "keep", card: hand[0] };
  }

  decide(owner, command) {
    if (this.phase === "over") refuse("the game is over.");
    if (!this.owing().includes(owner)) refuse(`seat ${owner} has answered.`);
    const possible = this.phase === "rolling" ? ["mark", "strike"] : this.players[owner].toExchange ? ["exchange"] : ["keep"];
    if (!possible.includes(command.type)) refuse(`the seat can only ${possible.join(" or ")}, not ${command.type}.`);
    if (command.type === "exchange") this.exchange(owner, command.cards);
    else if (command.type === "keep") this.keep(owner, command.card);
    else this.emit("roll-answered", owner, { answer: command.type === "strike" ? STRUCK : this.marked(this.players[owner], command) });
    this.settle();
  }

  exchange(owner, given) {
    const { hand, reserve } = this.players[owner];
    const possible = hand.filter((card) => this.cards.get(card)?.allOrNothing);
    const allowed = possible.length >= RESERVE && given.length <= RESERVE && given.every((card) => possible.includes(card));
    if (given.length && !allowed) refuse("one or two of at least two all-or-nothing cards can be exchanged.");
    this.emit("cards-exchanged", owner, { given, taken: reserve.slice(0, given.length) });
  }

  keep(owner, card) {
    if (!this.players[owner].hand.includes(card)) refuse(`card ${card} cannot be chosen.`);
    this.emit("card-kept", owner, { card });
  }

  /** The answer that marks a number on a card (C6, C8). */
  marked({ sheets, tickets }, { card, place, number }) {
    const [rules, marks] = [this.cards.get(card), sheets.get(card)];
    if (!marks) refuse(`card ${card} is not one of the seat's.`);
    const spent = rules.cost(marks, place, number, this.faces);
    if (spent > tickets) refuse(`${number} cannot be written at place ${place} of card ${card}.`);
    const then = rules.after(marks, place, number);
    const cells = then.map((mark, cell) => [cell, mark]).filter(([cell, mark]) => mark !== marks[cell]);
    return { card, place, number, cells, spent, earned: rules.tickets(then) - rules.tickets(marks) };
  }

  resign(owner) {
    if (this.phase === "over" || this.players[owner].withdrawn) return;
    this.emit("seat-withdrawn", owner, {});
    this.settle();
  }

  /** What follows when nobody is waited for: all choices or answers are revealed, and the dice are rolled again. */
  settle() {
    const several = this.players.length > 1;
    const last = this.players.filter(({ withdrawn }) => !withdrawn).length <= (several ? 1 : 0);
    const waiting = this.owing().length > 0;
    const left = several ? "resignation" : "given-up";
    if (last && (waiting || !this.players.some(({ answer }) => answer))) return this.end(left);
    if (waiting) return;
    if (this.phase === "choosing") this.reveal();
    else this.tell();
    if (last) this.end(left);
    else if (this.roll === ROLLS) this.end("all-rolls");
    else this.rollDice();
  }

  reveal() {
    const cards = this.players.map(({ withdrawn, kept }) => (withdrawn ? [] : kept));
    this.emit("cards-revealed", null, { cards, sizes: cards.map((kept) => kept.map((card) => this.cards.get(card).cells)) });
  }

  tell() {
    const answers = this.players.map(({ answer }) => answer);
    const tickets = this.players.map(({ tickets: had }, at) => had - (answers[at]?.spent ?? 0) + (answers[at]?.earned ?? 0));
    const points = this.players.map((player, at) => this.pointsOf(this.sheetsAfter(player, answers[at])));
    this.emit("answers-revealed", null, { roll: this.roll, answers, tickets, points });
  }

  pointsOf(sheets) {
    return [...sheets].reduce((points, [card, marks]) => points + this.cards.get(card).points(marks), 0);
  }

  rollDice() {
    const draw = this.dice.roll(2, 6);
    this.emit("dice-rolled", null, { roll: this.roll + 1, dice: draw.values, draw });
  }

  end(reason) {
    const points = this.players.map((player) => player.points + Math.floor(player.tickets / 2));
    this.emit("game-ended", null, { reason, points });
  }

  /** By points, then by tickets. Tied seats share their rank. Those that resigned come last. */
  outcome() {
    if (!this.reason) return null;
    const keys = this.players.map(({ points, tickets, withdrawn }) => [withdrawn ? 0 : 1, points, tickets]);
    return ranked(this.reason, keys, this.players.map(({ points }) => points));
  }
}
