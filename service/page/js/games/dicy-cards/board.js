// The table of Dicy Cards: every seat with its cards, the dice between them, and for somebody who plays, the controls.

import { h, replace } from "../../dom.js";
import { mayMove } from "../../pace.js";
import { t } from "../../text.js";
import { ownCard, smallCard } from "./cards.js";
import { controls } from "./controls.js";
import { diceRow } from "./dice.js";
import { after } from "./fold.js";
import { rest, rolled, turnedOver } from "./motion.js";
import { seatPanel, showGain } from "./seats.js";

/**
 * An element that draws a view, and the view after each event, as a seat sees it (`seat`), or a spectator (null).
 * `update(view, moves)` draws anew; `moves` are the seat's legal ones, [] while it can do nothing. `play(event)` shows what happened,
 * with its animation, and is done when it has been seen. `shown()` is the view that is drawn now. `say(text)` tells what happened,
 * `advise({move, points})` shows a hint, `explain(text)` why something did not work, `busy(on)` that a move is on its way, and
 * `press(key)` says whether the key means something here. Heard are `onMove(move)` and `onHint()`.
 */
export function board(view, { seat = null, moves = [], onMove = () => {}, onHint = () => {} }, words) {
  const control = seat === null ? null : controls({ seat, words, onMove, onHint });
  const dice = control?.dice ?? diceRow(null, true);
  const caption = control?.caption ?? h("p", { class: "caption" });
  const seats = seatsAround(view, seat, words, control);
  const others = seats.filter((one) => one !== seats[seat]);
  const tray = h("div", { class: "tray" }, dice.element, !control && caption);
  const element = h("section", { class: `board for-${view.seats.length}${control ? " playing" : ""}`, "aria-label": t("dicy.board") },
    h("div", { class: "others" }, others.map((one) => one.panel.element)), tray, control && seats[seat].panel.element, control?.bar);
  let shown = view;

  element.update = (next, legal = []) => {
    const turned = turnedCards(shown, next);
    shown = next;
    seats.forEach((one) => one.update(next));
    if (control) control.update(next, legal);
    else dice.update(next.state.dice, new Set());
    tray.classList.toggle("empty", next.state.dice === null);
    if (mayMove()) turned.forEach(([at, card]) => turnedOver(seats[at].cards.get(card)));
  };
  element.play = async (event) => {
    const [name, { data }] = [event.type.replace("dicy-cards.", ""), event];
    element.update(after(shown, event));
    if (name === "card-scored") showGain(element, event.seat, data.points);
    if (!mayMove()) return;
    if (name === "dice-rolled") await rolled(dice, [0, 1, 2, 3, 4, 5], data.dice);
    if (name === "dice-rerolled") await rolled(dice, data.positions, data.dice);
    await rest(event);
  };
  element.shown = () => shown;
  element.say = (text) => void replace(caption, text);
  element.advise = (advice) => control?.advise(advice);
  element.explain = (text) => control?.explain(text);
  element.busy = (on) => control?.busy(on);
  element.press = (key) => Boolean(control?.press(key));
  element.update(view, moves);
  return element;
}

/** All seats by number: {panel, cards (elements by id), update(view)}. */
function seatsAround(view, own, words, control) {
  return view.seats.map((_, seat) => {
    const mine = seat === own && control;
    const cards = view.state.cards.map((card) => [card, mine ? ownCard(card, words, control.onCard) : smallCard(card, words)]);
    if (mine) control.hold(new Map(cards));
    const hand = h("ul", { class: "hand", "aria-label": t("dicy.cards") }, cards.map(([, one]) => one.element));
    const panel = seatPanel(seat, hand, { own: Boolean(mine) });
    const update = (next) => {
      panel.update(next);
      if (!mine) for (const [card, one] of cards) one.update({ frozen: next.state.players[seat].frozen.includes(card) });
    };
    return { panel, update, cards: new Map(cards.map(([card, one]) => [card, one.button ?? one.element])) };
  });
}

/** [seat, card] of every card that lies otherwise than before. */
function turnedCards(before, now) {
  if (before === now || !before.state) return [];
  return now.state.players.flatMap(({ frozen }, seat) => {
    const old = before.state.players[seat].frozen;
    return now.state.cards.filter((card) => old.includes(card) !== frozen.includes(card)).map((card) => [seat, card]);
  });
}
