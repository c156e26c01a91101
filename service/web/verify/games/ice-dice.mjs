// The rules of Ice Dice.

import { refuse } from "../faults.mjs";
import { within } from "../forms.mjs";
import { following, ranked } from "../rounds.mjs";
import { ascending } from "../values.mjs";
import { pointsOf, standInBoard, tokensInPlay } from "./ice-dice/board.mjs";
import { ICE_EVENTS, TIES, VARIANTS } from "./ice-dice/events.mjs";
import { bare, made, signsIn } from "./ice-dice/expressions.mjs";

export default {
  ruleset: 1,
  seats: [2, 6],
  since: 3,
  events: () => ICE_EVENTS,
  rules: (emit, dice, { boards }) => new IceDice(emit, dice, boards["ice-dice"] ?? standInBoard()),
};

class IceDice {
  constructor(emit, dice, board) {
    Object.assign(this, { dice, board, events: ICE_EVENTS, phase: "between", round: 1, turns: 0, still: 0, moved: false, reason: null });
    this.emit = (name, owner, data) => emit(`ice-dice.${name}`, owner, data);
  }

  /** A table without a turn clock must limit rerolls (I5). */
  options(chosen, hasClock) {
    const { variant = "standard", ties = "adults", reroll_limit = null, ...others } = chosen;
    if (Object.keys(others).length) refuse(`there is no option ${Object.keys(others)[0]}.`);
    if (!VARIANTS.includes(variant)) refuse("the variant is unknown.");
    if (!TIES.includes(ties)) refuse("ties must be adults or children.");
    if (reroll_limit !== null && !within(0, 20)(reroll_limit)) refuse("reroll_limit must be 0 to 20 or null.");
    return { variant, ties, reroll_limit: reroll_limit ?? (hasClock ? null : 5) };
  }

  setup({ variant, ties, reroll_limit }, seats) {
    const drawn = variant === "experienced" ? this.dice.roll(36, 2) : null;
    const tokens = tokensInPlay(this.board, variant, drawn);
    this.emit("board-laid", null, { seats, variant, ties, reroll_limit, tokens, draw: drawn });
    const first = this.dice.roll(1, seats);
    this.emit("first-seat-chosen", null, { first: first.values[0] - 1, draw: first });
  }

  /** Applies an event to the state. */
  apply(type, owner, data) {
    const player = this.players?.[owner];
    const changes = {
      "board-laid": () => {
        const { variant, ties, reroll_limit } = data;
        Object.assign(this, { variant, ties, limit: reroll_limit, medium: [], big: data.tokens.map(({ token }) => token) });
        this.tokens = new Map(data.tokens.map((token) => [token.token, token]));
        this.players = Array.from({ length: data.seats }, () => ({ own: [], points: 0, withdrawn: false }));
      },
      "first-seat-chosen": () => Object.assign(this, { first: data.first, turn: data.first, phase: "setup" }),
      "token-set-up": () => this.toMedium(data.token),
      "turn-began": () => {
        if (data.round !== this.round) this.moved = false;
        Object.assign(this, { turn: owner, round: data.round, turns: data.turns, still: data.still_rounds });
        Object.assign(this, { phase: "between", rerolls: 0, shifted: null });
      },
      "dice-rolled": () => Object.assign(this, { faces: data.dice, phase: "shift" }),
      "dice-rerolled": () => Object.assign(this, { faces: data.dice, rerolls: this.rerolls + 1 }),
      "token-shifted": () => {
        this.toMedium(data.token);
        Object.assign(this, { phase: "take", shifted: data.number, moved: true });
      },
      "token-taken": () => {
        this.medium = this.medium.filter((token) => token !== data.token);
        player.own.push(data.token);
        this.players.forEach((each, at) => (each.points = data.points[at]));
        this.phase = "between";
      },
      "turn-passed": () => (this.phase = "between"),
      "seat-withdrawn": () => (player.withdrawn = true),
      "game-ended": () => Object.assign(this, { phase: "over", reason: data.reason }),
    };
    changes[type.slice("ice-dice.".length)]();
  }

  /** Moves the token from the big to the medium board. */
  toMedium(token) {
    this.big = this.big.filter((other) => other !== token);
    this.medium.push(token);
  }

  owing() {
    return ["between", "over"].includes(this.phase) || this.players[this.turn].withdrawn ? [] : [this.turn];
  }

  /** Each token placed in the setup has its own clock, then every turn. */
  span() {
    return this.turns ? this.turns + 2 : this.medium.length;
  }

  /** The command, read from the event that it caused. */
  command([{ type, data }]) {
    const { token, positions } = data;
    const name = type.slice("ice-dice.".length);
    if (name === "token-set-up") return { type: "setup", token };
    if (name === "dice-rerolled") return { type: "reroll", dice: ascending(new Set(positions)) };
    if (name === "token-shifted") return { type: "shift", token, expression: bare(data.expression) };
    if (name === "token-taken") return { type: "take", token, expression: bare(data.expression) };
    return name === "turn-passed" ? { type: "pass" } : refuse("no move starts with it.");
  }

  byDefault() {
    return this.phase === "setup" ? { type: "setup", token: this.big.find((token) => !this.lineUsed(token)) } : { type: "pass" };
  }

  decide(owner, { type, token, dice, expression: shown }) {
    if (this.phase === "over") refuse("the game is over.");
    if (owner !== this.turn) refuse(`it is the turn of seat ${this.turn}.`);
    const possible = { setup: ["setup"], shift: ["reroll", "shift", "pass"], take: ["take", "pass"] }[this.phase];
    if (!possible.includes(type)) refuse(`the seat can only ${possible.join(", ")}, not ${type}.`);
    if (type === "setup") this.setUp(owner, token);
    else if (type === "reroll") this.reroll(owner, dice);
    else if (type === "shift") this.shift(owner, token, shown);
    else if (type === "take") this.take(owner, token, shown);
    else this.pass(owner);
  }

  setUp(owner, token) {
    if (!this.big.includes(token) || this.lineUsed(token)) refuse("the token must be from another line.");
    const left = 2 - this.medium.length;
    this.emit("token-set-up", owner, { token, number: this.tokens.get(token).number, left });
    if (!left) this.beginTurn(owner, 1, 0);
  }

  lineUsed(token) {
    return this.medium.some((other) => this.tokens.get(other).line === this.tokens.get(token).line);
  }

  reroll(owner, positions) {
    if (!positions.length || positions.some((at) => at < 0 || at > 2)) refuse("the move needs one to three of the dice 0 to 2.");
    const most = this.limit ?? 100;
    if (this.rerolls >= most) refuse(`a turn has at most ${most} rerolls (I5).`);
    const drawn = this.dice.roll(positions.length, 6);
    const dice = this.faces.map((face, at) => drawn.values[positions.indexOf(at)] ?? face);
    this.emit("dice-rerolled", owner, { positions, dice, draw: drawn });
  }

  shift(owner, token, shown) {
    const number = this.numberOf(token, this.big, shown);
    this.emit("token-shifted", owner, { token, number, expression: shown, dice: this.faces });
  }

  take(owner, token, shown) {
    const number = this.numberOf(token, this.medium, shown);
    if (number === this.shifted) refuse("the number that was shifted cannot be taken.");
    const tokens = this.players.map(({ own }, at) => (at === owner ? [...own, token] : own));
    const points = pointsOf(tokens.map((each) => each.map((one) => this.tokens.get(one).colour)), this.ties);
    this.emit("token-taken", owner, { token, number, expression: shown, dice: this.faces, points });
    this.endTurn();
  }

  pass(owner) {
    this.emit("turn-passed", owner, {});
    this.endTurn();
  }

  /** The number on the upper side of a token that lies on this board and whose number the expression makes (I3, I4). */
  numberOf(token, board, shown) {
    if (!board.includes(token)) refuse(`token ${token} is not on that board.`);
    const { number } = this.tokens.get(token);
    if (this.variant === "young" && signsIn(shown).some((op) => "*/".includes(op))) refuse("this variant has only + and -.");
    if (made(shown, this.faces) !== number) refuse(`the calculation does not make ${number} (I3).`);
    return number;
  }

  resign(owner) {
    if (this.phase === "over" || this.players[owner].withdrawn) return;
    this.emit("seat-withdrawn", owner, {});
    const remaining = this.players.filter(({ withdrawn }) => !withdrawn).length;
    if (remaining === 1) this.emit("game-ended", null, { reason: "resignation" });
    else if (owner !== this.turn) return;
    else if (this.phase !== "setup") this.endTurn();
    else this.emit("first-seat-chosen", null, { first: following(this).next, draw: null });
  }

  /** The next seat's turn starts, or with a new round the game ends: with few tokens left (I7), or after three still rounds (I8). */
  endTurn() {
    const { next, newRound } = following(this);
    const still = newRound ? (this.moved ? 0 : this.still + 1) : this.still;
    const reason = this.big.length <= 8 ? "eight-left" : still === 3 ? "stalemate" : null;
    if (newRound && reason) this.emit("game-ended", null, { reason });
    else this.beginTurn(next, this.round + (newRound ? 1 : 0), still);
  }

  beginTurn(owner, round, still) {
    this.emit("turn-began", owner, { round, turns: this.turns + 1, still_rounds: still });
    const drawn = this.dice.roll(3, 6);
    this.emit("dice-rolled", owner, { dice: drawn.values, draw: drawn });
  }

  /** By points. Tied seats share their rank. Those that resigned come last. */
  outcome() {
    if (!this.reason) return null;
    const keys = this.players.map(({ points, withdrawn }) => [withdrawn ? 0 : 1, points]);
    return ranked(this.reason, keys, this.players.map(({ points }) => points));
  }
}
