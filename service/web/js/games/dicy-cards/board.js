// The table of Dicy Cards: every seat with its cards, the dice between them, and the controls for a player.

import { h } from "../../dom.js";
import { keptInSight } from "../../in_sight.js";
import { mayMove } from "../../pace.js";
import { t } from "../../text.js";
import { boardElement } from "../parts/board_element.js";
import { diceRow } from "../parts/dice.js";
import { pauseAfter } from "../parts/pausing.js";
import { rollDice } from "../parts/rolling.js";
import { showGain } from "../parts/seat_panel.js";
import { controls } from "./controls.js";
import { viewAfter } from "./fold.js";
import { REST_MS, turnOver } from "./motion.js";
import { seatsAround } from "./seats.js";
import { aboutOther } from "./why.js";

const DICE = [0, 1, 2, 3, 4, 5];

/**
 * An element that draws a view, and the view after each event, for a seat (`seat`) or a spectator (null).
 * `update(view, moves)` redraws; `moves` are the seat's legal ones, [] while it cannot act. `play(event, {hurried, onSeen})`
 * animates an event, calls `onSeen()` when its result is visible, such as dice that have landed, and resolves after a pause to look at
 * it; `hurried`: a player's clock runs meanwhile. `shown()` is the view drawn now. `showEvent(text)` announces an event,
 * `advise({move, text, more})` shows a hint (`more`: there are others), `explain(text)` says why something failed (null: clears it), `note(text)` describes something
 * (null: clears it), `busy(on)` says that a move is being sent. `draft()` is what the player has chosen and not sent, null for a
 * spectator: another board of the same seat goes on with it as its `draft`, while the decision is the same. `press(key, target)` returns
 * whether the key does something here, with the focus on `target`. Callbacks: `onMove(move)`, `onHint(again)` (`again`: a hint is shown; null: the
 * table has no hints).
 */
export function board(view, { seat = null, moves = [], draft = null, onMove = () => {}, onHint = () => {} }, words) {
  const control = seat === null ? null : controls({ seat, words, draft, onMove, onHint });
  const dice = control?.dice ?? diceRow(DICE.length);
  const caption = control?.caption ?? h("p", { class: "caption" });
  const seats = seatsAround(view, seat, words, { control, onExplain: (of, card) => element.note(aboutOther(shown, of, card, words)) });
  const others = seats.filter((one) => one !== seats[seat]);
  const tray = h("div", { class: "tray" }, dice.element, !control && caption);
  const look = `board dicy-cards for-${view.seats.length}${control ? " playing" : ""}`;
  const around = h("div", { class: "others" }, others.map((one) => one.panel.element));
  const own = control && [seats[seat].panel.element, keptInSight(control.bar)];
  const element = boardElement(h("section", { class: look, "aria-label": t("table.board") }, around, tray, own), control, caption);
  let shown = view;

  element.update = (next, legal = []) => {
    const turned = turnedCards(shown, next);
    shown = next;
    element.dataset.version = next.version;
    seats.forEach((one) => one.update(next));
    if (control) control.update(next, legal);
    else dice.update(next.state.dice, new Set());
    tray.classList.toggle("empty", next.state.dice === null);
    if (mayMove()) turned.forEach(([at, card]) => turnOver(seats[at].cards.get(card)));
  };
  element.play = async (event, { hurried = false, onSeen = () => {} } = {}) => {
    const [name, { data }] = [event.type.replace("dicy-cards.", ""), event];
    const next = viewAfter(shown, event);
    if (next !== shown) element.update(next);
    if (name === "card-scored") showGain(element, event.seat, data.points);
    if (!mayMove()) return onSeen();
    if (name === "dice-rolled") await rollDice(dice, DICE, data.dice, { hurried });
    if (name === "dice-rerolled") await rollDice(dice, data.positions, data.dice, { hurried });
    onSeen();
    const acting = event.seat === seat && data.dice; // the seat that rolls acts next at once
    if (!hurried && !acting) await pauseAfter(event, REST_MS);
    return undefined;
  };
  element.shown = () => shown;
  element.press = (key) => Boolean(control?.press(key));
  element.update(view, moves);
  return element;
}

/** [seat, card] of every card that has been frozen or thawed since. */
function turnedCards(before, now) {
  if (before === now || !before.state) return [];
  return now.state.players.flatMap(({ frozen }, seat) => {
    const old = before.state.players[seat].frozen;
    return now.state.cards.filter((card) => old.includes(card) !== frozen.includes(card)).map((card) => [seat, card]);
  });
}
