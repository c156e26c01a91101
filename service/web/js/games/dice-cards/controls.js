// The controls of a player: cards to choose, a cell to mark, tickets to spend, and the actions. Only the service decides.

import { t } from "../../text.js";
import { actionBar, offered } from "../parts/action_bar.js";
import { showInCaption } from "../parts/explaining.js";
import { ACTIONS, shownActions } from "./actions.js";
import { choice } from "./choice.js";
import { KEPT, keeping } from "./keeping.js";
import { stepped } from "./numbers.js";
import { nextCell } from "./places.js";
import { promptFor } from "./prompts.js";
import { choosable, decisionOf, exchangeOf, legalMark, litCells, priceOf, stillPicked } from "./situation.js";
import { tray } from "./tray.js";

const NOTHING = { picked: new Set(), pending: null, choices: 0, steps: [0, 0], source: null, striking: false, refusal: null, note: null, advice: null };

/**
 * `tray`, `bar` (with its `caption`) and `choice`, and the methods that the board calls: `hold(draw)` with what draws the own sheets,
 * `onCell(card, cell)`, `update(view, moves, {paused})`, `advise({move, text, more})`, `press(key, target)`, `explain(text)`, `note(text)`,
 * `busy(on)`, `draft()`. Callbacks: `onMove(move)`, `onHint(again)`.
 */
export class Controls {
  #now;
  #keeping = keeping();
  #busy = false; // a move is on its way
  #drawSheets = () => {};

  constructor({ seat, words, draft, onMove, onHint }) {
    Object.assign(this, { onMove, onHint });
    this.#now = { moves: [], decision: null, view: null, ...NOTHING, ...draft, seat, words };
    this.tray = tray({ onSource: (source) => this.#choose(source), onStep: (die, by) => this.#step(die, by) });
    this.bar = actionBar(offered(ACTIONS, onHint), (action) => this.#act(action));
    this.choice = choice(words, (card) => this.#pick(card));
  }

  hold(draw) {
    this.#drawSheets = draw;
  }

  /** `paused`: the moves of a new decision are not listed yet. */
  update(view, moves, { paused = false } = {}) {
    const decision = decisionOf(view, moves);
    const same = decision === this.#now.decision && moves[0]?.decision === this.#now.moves[0]?.decision;
    const reset = same ? { pending: legalMark(moves, this.#now.pending) } : { ...NOTHING, picked: stillPicked(this.#now, view) };
    this.#now = { ...this.#now, ...reset, view, moves, decision };
    this.#draw();
    if (!paused) this.#keepNext();
  }

  advise(advice) {
    const { move } = advice;
    if (move.type === "keep") return this.#set({ advice, picked: new Set([...this.#now.picked, move.card].slice(0, this.#missing())) });
    if (move.type === "exchange") return this.#set({ advice, picked: new Set(move.cards) });
    if (move.type !== "mark") return this.#set({ advice, pending: null });
    return this.#set({ advice, pending: legalMark(this.#now.moves, move), choices: 1, source: null, steps: priceOf(this.#now, move).steps });
  }

  explain(refusal) {
    this.#keeping.stop();
    this.#now = { ...this.#now, refusal };
    this.#draw();
    if (refusal !== null) this.bar.shake();
  }

  note(text) {
    const { decision } = this.#now;
    if (text !== null && (decision === "wait" || decision === "over")) return showInCaption(this.bar.caption, text);
    this.#now = { ...this.#now, note: text, ...(text === null ? {} : { refusal: null }) };
    return this.#draw();
  }

  busy(on) {
    this.#busy = on;
    this.bar.busy(on);
    this.#keepNext();
  }

  draft() {
    return { ...this.#now, refusal: null, note: null, advice: null };
  }

  /** Marks a cell for the time being. The same cell again: the next number that fits there, or nothing. */
  onCell(card, cell) {
    const moves = litCells(this.#now).get(card)?.get(cell) ?? [];
    const { pending } = this.#now;
    const at = moves.indexOf(pending);
    if (at >= 0 && at + 1 === moves.length) return this.#set({ pending: null, choices: 0 });
    return moves.length ? this.#set({ pending: moves[at + 1], choices: moves.length }) : this.#set({ pending: null, choices: 0 });
  }

  /** Handles a key. Returns whether it does something here. */
  press(key, target) {
    const { decision, pending } = this.#now;
    if (key === "Escape") {
      this.#set(NOTHING);
      return decision !== "over" && decision !== "wait";
    }
    if (key !== "Enter" || !pending || target.closest("button, a, summary")) return false;
    this.#act("mark");
    return true;
  }

  // --- the choice of cards ---------------------------------------------------------------------------------------------------------

  #missing() {
    return KEPT - this.#now.view.state.own.kept.length;
  }

  /** Chooses a card, or takes the choice back, unless it is kept already. With as many as there may be, another one is not chosen. */
  #pick(card) {
    const { picked, decision, moves, view } = this.#now;
    if (view.state.own.kept.includes(card)) return this.note(t("dc.why.kept"));
    const next = new Set(picked);
    if (!next.delete(card)) next.add(card);
    const most = decision === "exchange" ? Math.max(...moves.map(({ cards }) => cards.length)) : this.#missing();
    if (next.size > most) return this.explain(t(decision === "exchange" ? "dc.why.exchange-most" : "dc.why.keep-most", { n: most }));
    return this.#set({ picked: next });
  }

  #keep() {
    const { picked } = this.#now;
    if (picked.size < this.#missing()) return this.explain(t("dc.why.keep-more", { n: this.#missing() - picked.size }));
    this.#keeping.begin(picked);
    return this.#keepNext();
  }

  #keepNext() {
    if (!this.#busy) this.#send(this.#keeping.next(this.#now.moves));
  }

  // --- the roll --------------------------------------------------------------------------------------------------------------------

  /** Only the cells for this number are lit; the same one again lights all. */
  #choose(source) {
    if (this.#now.decision !== "roll") return;
    this.#set({ source: this.#now.source === source ? null : source, pending: null, choices: 0 });
  }

  #step(die, by) {
    const { view, steps, seat } = this.#now;
    const next = stepped({ dice: view.state.dice, steps, tickets: view.state.players[seat].tickets }, die, by);
    if (next) this.#set({ steps: next, pending: null, choices: 0 });
  }

  /** The next number that fits into the chosen cell. */
  #other() {
    const { pending, view, seat, words } = this.#now;
    const { marks } = view.state.players[seat].cards.find(({ card }) => card === pending.card);
    const cell = nextCell(words.card(pending.card).sheet, pending.place, marks);
    const moves = litCells(this.#now).get(pending.card).get(cell);
    this.#set({ pending: moves[(moves.indexOf(pending) + 1) % moves.length] });
  }

  // --- the moves -------------------------------------------------------------------------------------------------------------------

  #act(action) {
    const { moves, picked, pending } = this.#now;
    const acts = {
      keep: () => this.#keep(),
      exchange: () => this.#send(exchangeOf(moves, picked)),
      mark: () => (pending ? this.#send(pending) : this.explain(t("dc.why.no-cell"))),
      other: () => this.#other(),
      strike: () => this.#set({ striking: true }),
      "strike-yes": () => this.#send(moves.find(({ type }) => type === "strike")),
      "strike-no": () => this.#set({ striking: false }),
      hint: () => this.onHint(this.#now.advice !== null),
    };
    acts[action]();
  }

  #send(move) {
    if (move) this.onMove(move);
  }

  #set(changes) {
    this.#now = { ...this.#now, refusal: null, note: null, advice: null, striking: false, ...changes };
    this.#draw();
  }

  #draw() {
    const now = { ...this.#now, keeping: this.#keeping.isOn() };
    const { view, steps, source, decision, refusal, note, seat } = now;
    this.tray.update(view, { steps, source, tickets: view.state.players[seat].tickets });
    this.choice.update(view.state.own ? choosable(now) : []);
    this.#drawSheets(now);
    this.bar.update({
      decision,
      prompt: refusal ?? note ?? promptFor(now),
      refused: refusal !== null,
      advised: now.advice !== null,
      shown: shownActions(now),
    });
  }
}
