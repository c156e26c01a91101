// The controls of a player: tokens to choose, a calculation to build, and the actions. Only the service decides. The controls explain
// beforehand what it would refuse.

import { t } from "../../text.js";
import { actionBar } from "../parts/action_bar.js";
import { sayIn } from "../parts/noting.js";
import { ACTIONS, ACTION_FOR, shownActions } from "./actions.js";
import { glass } from "./glass.js";
import { keyOf } from "./keys.js";
import { promptFor } from "./prompts.js";
import { choosable, hitBy, madeBy, moveWith, rerollOf, sameDecision, situation, targetOf } from "./situation.js";
import { EMPTY, ofDice, rebracketed, sumOf, undone, withDie, withSign, withoutSign } from "./sum.js";
import { ownTray } from "./tray.js";
import { aboutToken, whyNoMove, whyNoSum } from "./why.js";

const NOTHING = { sum: EMPTY, lifted: null, goal: null, passing: false, refusal: null, note: null, advice: null };

const isAmong = (tokens, { token }) => tokens.some((one) => one.token === token);

/**
 * `tray`, `bar` (with its `caption`), and the methods that the board calls: `onToken(token)`, `update(view, moves, told)`, `pause(view)`,
 * `advise({move, points})`, `press(key, target, pointed)`, `explain(text)`, `note(text)`, `busy(on)`. Set `boards` before the first
 * update. Callbacks: `onMove(move)`, `onHint()`.
 */
export class Controls {
  #now = { moves: [], asked: null, view: null, told: null, paused: false, ...NOTHING };
  #puzzled = null; // the calculation for which the player requested advice

  constructor({ onMove, onHint }) {
    Object.assign(this, { onMove, onHint, boards: null });
    this.tray = ownTray({
      onDie: (place) => this.#build((sum) => withDie(sum, place)),
      onSign: (op) => this.sign(op),
      onTakeOut: (place) => this.#build((sum) => withoutSign(sum, place)),
      onBrackets: () => this.brackets(),
      onUndo: () => this.undo(),
      sum: () => this.#now.sum,
      show: (lifted) => this.#lift(lifted),
      build: (change) => this.#build(change, t("ice.why.die-first")),
    });
    this.bar = actionBar(ACTIONS, (action) => this.#act(action));
    this.glass = glass();
    this.bar.element.prepend(this.glass.element);
  }

  /** `told` is the event with the other players' last calculation, or null. */
  update(view, moves, told) {
    const asked = situation(view, moves);
    const kept = sameDecision(this.#now, { view, moves, asked }) ? {} : { ...NOTHING, sum: { ...EMPTY } }; // a new one, even if empty
    this.#now = { ...this.#now, ...kept, view, moves, asked, told, paused: false };
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
    const { asked, paused } = this.#now;
    if (text !== null && (paused || asked === "wait" || asked === "over")) return sayIn(this.bar.caption, text);
    this.#now = { ...this.#now, note: text, ...(text === null ? {} : { refusal: null }) };
    return this.#draw();
  }

  busy(on) {
    this.bar.busy(on);
  }

  /** Moves a token that is ready: chosen before in the setup, else hit by the calculation. Any other becomes or ceases to be the target. */
  onToken(token) {
    const now = this.#now;
    if (now.paused) return undefined;
    if (!isAmong(choosable(now), token)) return this.note(aboutToken(now, token));
    const ready = now.asked === "setup" ? now.goal === token.token : isAmong(hitBy(now), token);
    if (ready) return this.#move(token.token);
    return this.#set({ goal: now.goal === token.token ? null : token.token, passing: false });
  }

  /** Handles a key. Returns whether it does something here. */
  press(key, target, pointed) {
    const { asked, passing, paused } = this.#now;
    const [does, what] = asked === "over" || paused ? [] : keyOf(key, target, pointed);
    if (does === "move" && (passing || asked === "stuck")) this.#act("pass-yes");
    else if (does === "move") this.#act("move");
    else if (does) this[does](what);
    return Boolean(does);
  }

  // --- the calculation -------------------------------------------------------------------------------------------------------------

  /** The next die with this face. */
  face(face) {
    const { view, sum } = this.#now;
    const place = (view.state.dice ?? []).findIndex((one, at) => one === face && !sum.dice.includes(at));
    this.#build((before) => (place < 0 ? null : withDie(before, place)), t("ice.why.no-such-face", { face }));
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
    const { asked, sum, paused } = this.#now;
    if (paused) return undefined;
    if (asked !== "shift" && asked !== "take") return this.note(whyNoSum(this.#now));
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
        this.onHint();
      },
    };
    acts[action]();
  }

  /** Moves a token with the calculation. */
  #move(token) {
    const [move, made] = [moveWith(this.#now.moves, this.#now.asked, token), madeBy(this.#now)];
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
      asked: now.asked,
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
