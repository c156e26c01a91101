// The table of Dice Cards: the roll, the player's own six sheets, and every other seat with its own.

import { h, replace } from "../../dom.js";
import { keptInSight } from "../../in_sight.js";
import { mayMove } from "../../pace.js";
import { t } from "../../text.js";
import { boardElement } from "../parts/board_element.js";
import { pauseAfter } from "../parts/pausing.js";
import { rollDice } from "../parts/rolling.js";
import { choice } from "./choice.js";
import { Controls } from "./controls.js";
import { viewAfter } from "./fold.js";
import { latestAnswers } from "./latest.js";
import { seatOf } from "./seats.js";
import { inHand } from "./situation.js";
import { tray } from "./tray.js";

const DICE = [0, 1];

/** How long (ms) a step stays before the next one. */
const REST_MS = { "cards-revealed": 500, "answers-revealed": 700, "dice-rolled": 150 };

/** An element that draws a view and its events, with the same methods as that of dicy-cards/board.js. */
export function board(view, { seat = null, eyes = null, moves = [], draft = null, events = () => [], onMove = () => {}, onHint = () => {} }, words) {
  const control = seat === null ? null : new Controls({ seat, words, draft, onMove, onHint });
  const caption = control?.bar.caption ?? h("p", { class: "caption" });
  const roll = control?.tray ?? tray();
  const seats = view.seats.map((_, at) => seatOf(at, words, { control: at === seat ? control : null }));
  const others = seats.filter((_, at) => at !== seat || !control).map(({ element }) => element);
  const around = others.length > 0 && h("div", { class: "others" }, others);
  const panel = keptInSight(h("div", { class: "control-panel" }, roll.element, control ? control.bar.element : caption));
  const hand = control || eyes === null ? null : choice(words, () => {});
  const own = control ? [control.choice.element, seats[seat].element] : (hand?.element ?? null);
  const look = `board dice-cards for-${view.seats.length}${control ? " playing" : ""}`;
  const element = boardElement(h("section", { class: look, "aria-label": t("table.board") }, own, panel, around), control, caption);
  let shown = view;

  const draw = (next, legal, paused = false) => {
    const answers = latestAnswers(events(), next.version);
    const isRevealed = control !== null && shown.state.phase === "choosing" && next.state.phase !== "choosing";
    shown = next;
    element.dataset.version = next.version;
    element.classList.toggle("choosing", next.state.phase === "choosing");
    element.classList.toggle("ended", control !== null && next.state.phase === "over");
    const { own: seen } = next.state;
    seats.forEach((one, at) => one.update(next, answers[at], at === eyes ? seen.answer : null));
    hand?.update(inHand(seen, next.state.phase));
    if (control) control.update(next, legal, { paused });
    else roll.update(next);
    if (isRevealed && element.getBoundingClientRect().top < 0) element.scrollIntoView(); // the choice was longer than the sheets; the focus stays
  };
  element.update = (next, legal = []) => draw(next, legal);
  element.play = async (event, { hurried = false, onSeen = () => {} } = {}) => {
    const name = event.type.replace("dice-cards.", "");
    const next = viewAfter(shown, event);
    if (next !== shown) draw(next, [], true);
    if (!mayMove()) return onSeen();
    if (name === "dice-rolled") await rollDice(roll.dice, DICE, event.data.dice, { hurried });
    onSeen();
    if (!hurried && shown.seats.length > 1) await pauseAfter(event, REST_MS);
    return undefined;
  };
  element.shown = () => shown;
  element.press = (key, target) => Boolean(control?.press(key, target));
  replace(caption);
  draw(view, moves);
  return element;
}
