// The rules of Dicy Cards.

import { refuse } from "../faults.mjs";
import { following, ranked } from "../rounds.mjs";
import { ascending, different } from "../values.mjs";
import { CARDS, CARD_IDS, SETS, worth } from "./dicy-cards/cards.mjs";
import { DICY_EVENTS } from "./dicy-cards/events.mjs";

export default {
  ruleset: 1,
  seats: [2, 4],
  events: () => DICY_EVENTS,
  rules: (emit, dice, { sets }) => new DicyCards(emit, dice, sets),
};

class DicyCards {
  constructor(emit, dice, sets) {
    Object.assign(this, { dice, sets: { ...SETS, ...sets }, events: DICY_EVENTS });
    this.emit = (name, owner, data) => emit(`dicy-cards.${name}`, owner, data);
    Object.assign(this, { phase: "choice", faces: null, scored: null, pending: new Map(), reason: null, round: 1, turns: 0 });
  }

  options(chosen, _hasClock) {
    const { mode = "glacial", cards = null, first_seat = "random", ...others } = chosen;
    if (Object.keys(others).length) refuse(`there is no option ${Object.keys(others)[0]}.`);
    if (!["custom", "interglacial", ...Object.keys(SETS)].includes(mode)) refuse("the mode is unknown.");
    if (!["random", "creator"].includes(first_seat)) refuse("first_seat must be random or creator.");
    const five = Array.isArray(cards) && cards.length === 5 && different(cards) && cards.every((id) => CARD_IDS.includes(id));
    if (mode === "custom" ? !five : cards !== null) refuse("the mode custom needs five different cards, and no other mode has any.");
    return { mode, cards, first_seat };
  }

  setup({ mode, cards, first_seat }, seats) {
    const mixed = mode === "interglacial" ? this.dice.shuffle(5, 12) : null;
    const five = mixed ? mixed.values.map((index) => CARD_IDS[index]) : (cards ?? this.sets[mode]);
    const drawn = first_seat === "random" ? this.dice.roll(1, seats) : null;
    this.emit("cards-chosen", null, { cards: five, seats, draw: mixed });
    this.emit("first-seat-chosen", null, { first: drawn ? drawn.values[0] - 1 : 0, draw: drawn });
  }

  /** Applies an event to the state. */
  apply(type, owner, data) {
    const player = this.players?.[owner];
    const changes = {
      "cards-chosen": () => {
        this.cards = data.cards;
        this.players = Array.from({ length: data.seats }, () => ({ score: 0, active: new Set(data.cards), withdrawn: false }));
      },
      "first-seat-chosen": () => Object.assign(this, { first: data.first, turn: data.first, turns: 1, phase: "roll" }),
      "dice-rolled": () => Object.assign(this, { faces: data.dice, phase: "play" }),
      "dice-rerolled": () => (this.faces = data.dice),
      "card-frozen": () => (player.active.delete(data.card), this.pending.delete(owner)),
      "card-reset": () => (player.active.add(data.card), this.pending.delete(owner)),
      "card-scored": () => (Object.assign(this, { phase: "choice", scored: data.card }), (player.score = data.score)),
      "turn-skipped": () => (this.phase = "choice"),
      "choices-owed": () => (this.pending = new Map(data.seats.map((at) => [at, data.kind]))),
      "turn-ended": () => {
        Object.assign(this, { turn: data.next, round: data.round, turns: data.turns });
        Object.assign(this, { phase: "roll", faces: null, scored: null });
      },
      "seat-withdrawn": () => ((player.withdrawn = true), this.pending.delete(owner)),
      "game-ended": () => Object.assign(this, { phase: "over", pending: new Map(), reason: data.reason }),
    };
    changes[type.slice("dicy-cards.".length)]();
  }

  owing() {
    if (this.phase === "choice") return [...this.pending.keys()];
    return this.phase === "over" || this.players[this.turn].withdrawn ? [] : [this.turn];
  }

  span() {
    return this.turns;
  }

  /** The command, read from the events that it caused. */
  command([{ type, data }, next]) {
    const rerolled = next?.type === "dicy-cards.dice-rerolled" ? next.data.positions : [0];
    const name = type.slice("dicy-cards.".length);
    if (name === "dice-rolled") return { type: "roll" };
    if (name === "card-frozen" && data.cause === "reroll") return { type: "reroll", card: data.card, dice: ascending(new Set(rerolled)) };
    if (name === "card-frozen" && data.cause === "effect") return { type: "freeze", card: data.card };
    if (name === "card-reset") return { type: "reset", card: data.card };
    if (name === "card-scored") return { type: "score", card: data.card, dice: ascending(new Set(data.positions)) };
    return name === "turn-skipped" ? { type: "skip" } : refuse("no move starts with it.");
  }

  byDefault(owner) {
    const wanted = this.pending.get(owner);
    return wanted ? { type: wanted, card: this.eligible(owner, wanted)[0] } : { type: "skip" };
  }

  decide(owner, { type, card: id, dice }) {
    if (this.phase === "over") refuse("the game is over.");
    if (type === "freeze" || type === "reset") return this.choose(owner, type, id);
    if (this.phase === "choice") refuse("a choice of a card is pending (D5).");
    if (owner !== this.turn) refuse(`it is the turn of seat ${this.turn}.`);
    if (type === "skip") return this.skip(owner);
    if (!this.players[owner].active.size) refuse("all five cards are frozen (D1).");
    if (type === "roll") return this.roll(owner);
    if (!this.faces) refuse("the dice have not been rolled.");
    this.checkHas(this.players[owner].active.has(id), id);
    if (!dice.length || dice.some((at) => at < 0 || at > 5)) refuse("the move needs one to six of the dice 0 to 5 (D2).");
    return type === "reroll" ? this.reroll(owner, id, dice) : this.score(owner, id, dice);
  }

  checkHas(has, id) {
    if (!this.cards.includes(id) || !has) refuse(`this seat cannot use the card ${id} in this way.`);
  }

  roll(owner) {
    if (this.faces) refuse("the dice have already been rolled.");
    const drawn = this.dice.roll(6, 6);
    this.emit("dice-rolled", owner, { dice: drawn.values, draw: drawn });
  }

  reroll(owner, id, positions) {
    const drawn = this.dice.roll(positions.length, 6);
    const dice = this.faces.map((face, at) => drawn.values[positions.indexOf(at)] ?? face);
    this.emit("card-frozen", owner, { card: id, cause: "reroll", forced: false });
    this.emit("dice-rerolled", owner, { positions, dice, draw: drawn });
  }

  score(owner, id, positions) {
    const { effect } = CARDS[id];
    const values = positions.map((at) => this.faces[at]);
    const points = worth(id, values, this.faces);
    if (points === null) refuse(`the dice do not fit ${id}.`);
    this.emit("card-scored", owner, { card: id, positions, values, points, score: this.players[owner].score + points });
    if (effect) this.requestChoices(effect[1] === "others" ? this.others() : this.neighbours(), effect[0]);
    this.settle();
  }

  skip(owner) {
    const frozen = this.eligible(owner, "reset");
    this.emit("turn-skipped", owner, {});
    for (const id of frozen) this.emit("card-reset", owner, { card: id, cause: "skip", forced: false });
    this.requestChoices(this.others(), "reset");
    this.settle();
  }

  choose(owner, wanted, id) {
    if (this.phase !== "choice" || this.pending.get(owner) !== wanted) refuse(`seat ${owner} has no card to ${wanted} (D5).`);
    this.checkHas(this.eligible(owner, wanted).includes(id), id);
    this.change(owner, wanted, id, false);
    this.settle();
  }

  resign(owner) {
    if (this.phase === "over" || this.players[owner].withdrawn) return;
    this.emit("seat-withdrawn", owner, {});
    if (this.remaining().length === 1) this.emit("game-ended", null, { reason: "resignation" });
    else if (!this.owing().length) this.endTurn();
  }

  /** Each of these seats must freeze or reset a card: the only one at once, one of several when the seat chooses (D5, D6). */
  requestChoices(seats, wanted) {
    const eligible = new Map(seats.map((at) => [at, this.eligible(at, wanted)]));
    const choosing = seats.filter((at) => eligible.get(at).length > 1);
    for (const [at, cards] of eligible) if (cards.length === 1) this.change(at, wanted, cards[0], true);
    if (choosing.length) this.emit("choices-owed", null, { seats: choosing, kind: wanted });
  }

  change(owner, wanted, id, forced) {
    if (wanted === "freeze") this.emit("card-frozen", owner, { card: id, cause: "effect", forced });
    else this.emit("card-reset", owner, { card: id, cause: this.scored ? "effect" : "skip", forced });
  }

  settle() {
    if (!this.pending.size) this.endTurn();
  }

  /** The scored card freezes (D9). The next seat's turn starts, or with a new round the game ends (D14, D16). */
  endTurn() {
    const owner = this.turn;
    if (this.scored) this.emit("card-frozen", owner, { card: this.scored, cause: "scored", forced: false });
    const { next, newRound } = following(this);
    const reason = this.players.some(({ score }) => score >= 100) ? "hundred" : this.round === 200 ? "round-limit" : null;
    if (newRound && reason) this.emit("game-ended", null, { reason });
    else this.emit("turn-ended", owner, { next, round: this.round + (newRound ? 1 : 0), turns: this.turns + 1 });
  }

  eligible(owner, wanted) {
    return this.cards.filter((id) => this.players[owner].active.has(id) === (wanted === "freeze"));
  }

  remaining() {
    return [...this.players.keys()].filter((at) => !this.players[at].withdrawn);
  }

  others() {
    return this.remaining().filter((at) => at !== this.turn);
  }

  neighbours() {
    const seats = this.players.length;
    return this.others().filter((at) => [1, seats - 1].includes((at - this.turn + seats) % seats));
  }

  /** By score, then by active cards. Tied seats share their rank. Those that resigned come last (D18). */
  outcome() {
    if (!this.reason) return null;
    const keys = this.players.map(({ score, active, withdrawn }) => [withdrawn ? 0 : 1, score, active.size]);
    return ranked(this.reason, keys, this.players.map(({ score }) => score));
  }
}
