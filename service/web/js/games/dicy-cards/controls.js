// The controls of a player: dice and cards to choose, and the actions. Only the service decides. The controls explain beforehand what it
// would refuse.

import { actionBar, offered } from "../parts/action_bar.js";
import { diceRow } from "../parts/dice.js";
import { showInCaption } from "../parts/explaining.js";
import { sameDecision } from "../parts/same_decision.js";
import { ACTIONS, ACTION_FOR, shownActions } from "./actions.js";
import { decisionOf, inOrder, moveFor, selectionOf } from "./choices.js";
import { promptFor } from "./prompts.js";
import { best, points } from "./scoring.js";
import { aboutOwn, whyNoDie, whyNoReroll, whyNoScore } from "./why.js";

const NOTHING = { picked: new Set(), card: null, skipping: false, refusal: null, note: null, advice: null };

/**
 * {dice, bar, caption, hold(cards), onCard(card), update(view, moves), advise({move, text, more}), press(key), explain(text),
 * note(text), busy(on), draft()}: the row of dice, the bar of actions, its line for other players' events, and the methods that the board calls.
 */
export function controls({ seat, words, draft, onMove, onHint }) {
  let now = { moves: [], decision: null, ...NOTHING, ...draft, seat, words };
  let cards = new Map();
  const dice = diceRow(6, { onPick: pick, numbered: true });
  const bar = actionBar(offered(ACTIONS, onHint), (action) => acts[action]());

  const set = (changes) => {
    now = { ...now, refusal: null, note: null, ...changes };
    draw();
  };
  const refuse = (refusal) => {
    now = { ...now, refusal };
    draw();
    if (refusal !== null) bar.shake();
  };
  const note = (text) => {
    if (text !== null && (now.decision === "wait" || now.decision === "over")) return showInCaption(bar.caption, text);
    now = { ...now, note: text, ...(text === null ? {} : { refusal: null }) };
    return draw();
  };
  const positions = () => inOrder(now.picked);

  function pick(position) {
    if (now.decision !== "play") return note(whyNoDie(now));
    const picked = new Set(now.picked);
    if (!picked.delete(position)) picked.add(position);
    set({ picked, skipping: false });
  }

  function onCard(card) {
    if (!mayChoose(now, card)) return note(aboutOwn(now, card));
    const chosen = now.card === card ? null : card;
    const fitting = chosen && now.decision === "play" && !now.picked.size ? best(card, now.view.state.dice) : null;
    set({ card: chosen, skipping: false, ...(fitting ? { picked: new Set(fitting.positions) } : {}) });
  }

  const acts = {
    roll: () => send("roll"),
    score: () => send("score", now.card, positions()) || refuse(whyNoScore(now, now.card, positions())),
    reroll: () => send("reroll", now.card, positions()) || refuse(whyNoReroll(now.card, positions())),
    choose: () => send(now.decision, now.card) || refuse(promptFor(now)),
    skip: () => (now.decision === "stuck" ? send("skip") : set({ skipping: true })),
    "skip-yes": () => send("skip"),
    "skip-no": () => set({ skipping: false }),
    best: () => set({ picked: new Set(best(now.card, now.view.state.dice).positions) }),
    hint: () => onHint(now.advice !== null),
  };

  function send(type, card = null, chosen = []) {
    const move = (card !== null || type === "roll" || type === "skip") && moveFor(now.moves, type, card, chosen);
    if (move) onMove(move);
    return Boolean(move);
  }

  function draw() {
    const chosen = positions();
    dice.update(now.view.state.dice, now.picked);
    dice.element.classList.toggle("live", now.decision === "play");
    for (const [card, own] of cards) own.update(lookOf(now, card, chosen));
    const [score, reroll] = ["score", "reroll"].map((type) => moveFor(now.moves, type, now.card, chosen));
    bar.update({
      decision: now.decision,
      prompt: now.refusal ?? now.note ?? promptFor(now),
      refused: now.refusal !== null,
      advised: now.advice !== null && now.note === null,
      shown: shownActions(now, { positions: chosen, score, reroll }),
      hinted: ACTION_FOR[now.advice?.move.type],
    });
  }

  const update = (view, moves) => {
    const decision = decisionOf(view, moves);
    const reset = sameDecision(now, { view, moves, decision }) ? {} : NOTHING;
    now = { ...now, ...reset, view, moves, decision };
    draw();
  };

  const advise = (advice) => {
    const { type } = advice.move;
    const { card, positions: wanted } = selectionOf(advice.move);
    set({ card, picked: new Set(wanted), skipping: type === "skip" && now.decision !== "stuck", advice });
  };

  const press = (key) => {
    if (/^[1-6]$/.test(key)) pick(Number(key) - 1);
    else if (key === "Escape") set(NOTHING);
    else return false;
    return true;
  };

  const unsent = () => ({ ...now, refusal: null, note: null, advice: null });
  const hold = (own) => (cards = own);
  return { dice, bar: bar.element, caption: bar.caption, hold, onCard, update, advise, press, explain: refuse, note, busy: bar.busy, draft: unsent };
}

function mayChoose({ decision, view, seat }, card) {
  const { active, frozen } = view.state.players[seat];
  if (decision === "reset") return frozen.includes(card);
  return (decision === "play" || decision === "freeze") && active.includes(card);
}

function lookOf(now, card, positions) {
  const frozen = now.view.state.players[now.seat].frozen.includes(card);
  return { ...worthOf(now, card, positions), frozen, chosen: card === now.card, wanted: mayChoose(now, card) };
}

/** What a card is worth: with the selected dice (`now`) and at best. Empty unless the card can be scored. */
function worthOf({ decision, view, seat }, card, positions) {
  if (decision !== "play" || !view.state.players[seat].active.includes(card)) return {};
  const { dice } = view.state;
  return { now: positions.length ? points(card, dice, positions) : undefined, best: best(card, dice)?.points ?? null };
}
