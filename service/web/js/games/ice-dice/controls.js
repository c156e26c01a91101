// The controls of a player: tokens to choose, a calculation to build, and the actions. Only the service decides. The controls explain
// beforehand what it would refuse.

import { t } from "../../text.js";
import { actionBar, offered } from "../parts/action_bar.js";
import { showInCaption } from "../parts/explaining.js";
import { glass } from "../parts/glass.js";
import { sameDecision } from "../parts/same_decision.js";
import { ACTIONS, ACTION_FOR, shownActions } from "./actions.js";
import { keyOf } from "./keys.js";
import { promptFor } from "./prompts.js";
import { choosable, decisionOf, hitBy, madeBy, moveWith, rerollOf, targetOf } from "./situation.js";
import { EMPTY, ofDice, rebracketed, sumOf, undone, withDie, withSign, withoutSign } from "./sum.js";
import { ownTray } from "./tray.js";
import { aboutToken, whyNoMove, whyNoSum } from "./why.js";

const NOTHING = { sum: EMPTY, lifted: null, goal: null, passing: false, refusal: null, note: null, advice: null };

const isAmong = (tokens, { token }) => tokens.some((one) => one.token === token);

/**
 * `tray`, `bar` (with its `caption`), and the methods that the board calls: `onToken(token)`, `update(view, moves, lastCalculation)`, `pause(view)`,
 * `advise({move, text, more})`, `press(key, target, pointed)`, `explain(text)`, `note(text)`, `busy(on)`, `draft()`. Set `boards` before the first
 * update. Callbacks: `onMove(move)`, `onHint(again)`.
 */
export class Controls {
  #now;
  #puzzled = null; // the calculation for which the player requested advice

  constructor({ draft, onMove, onHint }) {
    this.#now = { moves: [], decision: null, view: null, lastCalculation: null, paused: false, ...NOTHING, ...draft };
    Object.assign(this, { onMove, onHint, boards: null });
    this.tray = ownTray({
      onDie: (position) => this.#build((sum) => withDie(sum, position)),
      onSign: (op) => this.sign(op),
      onTakeOut: (position) => this.#build((sum) => withoutSign(sum, position)),
      onBrackets: () => this.brackets(),
      onUndo: () => this.undo(),
      present: () => this.#now.sum,
      show: (lifted) => this.#lift(lifted),
      build: (change) => this.#build(change, t("ice.why.die-first")),
    });
    this.bar = actionBar(offered(ACTIONS, onHint), (action) => this.#act(action));
    this.glass = glass();
    this.bar.element.prepend(this.glass.element);
  }

  /** `lastCalculation` is the event with the other players' last calculation, or null. */
  update(view, moves, lastCalculation) {
    const decision = decisionOf(view, moves);
    const reset = sameDecision(this.#now, { view, moves, decision }) ? {} : { ...NOTHING, sum: { ...EMPTY } }; // a new one, even if empty
    this.#now = { ...this.#now, ...reset, view, moves, decision, lastCalculation, paused: false };
    this.#draw();
  }

  /** Shows the seat's own move. All else stays as it is until the next update. */
  pause(view) {
    this.#now = { ...this.#now, view, moves: [], paused: true };
    this.boards.update(view.state);
    this.#drawTray();
  }

  /** Advice is of no use once the player has changed the calculation. */
  advise(advice) {
    if (this.#now.sum !== this.#puzzled) return;
    const { type, token = null, expression, dice } = advice.move;
    const sum = expression ? sumOf(expression) : dice ? ofDice(dice) : EMPTY;
    this.#set({ sum, goal: token, passing: type === "pass", advice });
  }

  explain(refusal) {
    this.#now = { ...this.#now, refusal };
    this.#draw();
    if (refusal !== null) this.bar.shake();
  }

  /** Explains something that was tapped; null clears it. */
  note(text) {
    const { decision, paused } = this.#now;
    if (text !== null && (paused || decision === "wait" || decision === "over")) return showInCaption(this.bar.caption, text);
    this.#now = { ...this.#now, note: text, ...(text === null ? {} : { refusal: null }) };
    return this.#draw();
  }

  busy(on) {
    this.bar.busy(on);
  }

  draft() {
    return { ...this.#now, lifted: null, refusal: null, note: null, advice: null };
  }

  /** Moves a token that is ready: chosen before in the setup, else hit by the calculation. Any other becomes or ceases to be the target. */
  onToken(token) {
    const now = this.#now;
    if (now.paused) return undefined;
    if (!isAmong(choosable(now), token)) return this.note(aboutToken(now, token));
    const ready = now.decision === "setup" ? now.goal === token.token : isAmong(hitBy(now), token);
    if (ready) return this.#move(token.token);
    return this.#set({ goal: now.goal === token.token ? null : token.token, passing: false });
  }

  /** Handles a key. Returns whether it does something here. */
  press(key, target, pointed) {
    const { decision, passing, paused } = this.#now;
    const [action, what] = decision === "over" || paused ? [] : keyOf(key, target, pointed);
    if (action === "move" && (passing || decision === "stuck")) this.#act("pass-yes");
    else if (action === "move") this.#act("move");
    else if (action) this[action](what);
    return Boolean(action);
  }

  // --- the calculation -------------------------------------------------------------------------------------------------------------

  /** The next die with this face. */
  face(face) {
    const { view, sum } = this.#now;
    const position = (view.state.dice ?? []).findIndex((one, at) => one === face && !sum.dice.includes(at));
    this.#build((before) => (position < 0 ? null : withDie(before, position)), t("ice.why.no-such-face", { face }));
  }

  sign(op) {
    const young = this.#now.view.state.variant === "young" && (op === "*" || op === "/");
    this.#build((sum) => (young ? null : withSign(sum, op)), t(young ? "ice.why.young" : "ice.why.die-first"));
  }

  brackets() {
    this.#build(rebracketed, t("ice.why.no-brackets"));
  }

  undo() {
    this.#build(undone);
  }

  clear() {
    this.#set(NOTHING);
  }

  /** Changes the calculation. null is an impossible change, which is explained. */
  #build(change, why) {
    const { decision, sum, paused } = this.#now;
    if (paused) return undefined;
    if (decision !== "shift" && decision !== "take") return this.note(whyNoSum(this.#now));
    const next = change(sum);
    return next ? this.#set({ sum: next, passing: false }) : this.explain(why);
  }

  /** Previews the calculation after a drop; null: no drop is pending. */
  #lift(lifted) {
    this.#now = { ...this.#now, lifted };
    this.#drawTray();
  }

  // --- the moves -------------------------------------------------------------------------------------------------------------------

  #act(action) {
    const now = this.#now;
    if (now.paused) return;
    const acts = {
      move: () => this.#move(targetOf(now)?.token ?? null),
      reroll: () => this.#send(rerollOf(now.moves, now.sum.dice)) || this.explain(t("ice.why.no-reroll")),
      pass: () => this.#set({ passing: true }),
      "pass-no": () => this.#set({ passing: false }),
      "pass-yes": () => this.#send(now.moves.find(({ type }) => type === "pass")),
      hint: () => {
        this.#puzzled = now.sum;
        this.onHint(now.advice !== null);
      },
    };
    acts[action]();
  }

  /** Moves a token with the calculation. */
  #move(token) {
    const [move, made] = [moveWith(this.#now.moves, this.#now.decision, token), madeBy(this.#now)];
    const sent = this.#send(move && made ? { ...move, expression: made.expression } : move);
    if (!sent) this.explain(whyNoMove(this.#now));
  }

  #send(move) {
    if (move) this.onMove(move);
    return Boolean(move);
  }

  // --- the display -----------------------------------------------------------------------------------------------------------------

  #set(changes) {
    this.#now = { ...this.#now, refusal: null, note: null, advice: null, ...changes };
    this.#draw();
  }

  #draw() {
    this.tray.recheck();
    const now = this.#now;
    const [hits, able] = [hitBy(now), choosable(now)];
    const off = (token) => able.length > 0 && !isAmong(able, token);
    const look = (token) => ({ chosen: now.goal === token.token, hit: isAmong(hits, token), off: off(token) });
    this.boards.update(now.view.state, look);
    this.glass.update(now.view);
    this.#drawTray();
    this.bar.update({
      decision: now.decision,
      prompt: now.refusal ?? now.note ?? promptFor(now),
      refused: now.refusal !== null,
      advised: now.advice !== null && now.note === null,
      shown: shownActions(now),
      hinted: ACTION_FOR[now.advice?.move.type],
    });
  }

  #drawTray() {
    const now = { ...this.#now, sum: this.#now.lifted ?? this.#now.sum };
    this.tray.update(now, { made: madeBy(now), hits: hitBy(now).length > 0 });
  }
}
