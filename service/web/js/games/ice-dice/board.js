// The table of Ice Dice: the big and the medium board, every seat with its tokens, and the tray with the dice.

import { h, replace } from "../../dom.js";
import { keptInSight } from "../../in_sight.js";
import { mayMove } from "../../pace.js";
import { t } from "../../text.js";
import { boardElement } from "../parts/board_element.js";
import { land, takeOff } from "../parts/flight.js";
import { pauseAfter } from "../parts/pausing.js";
import { rollDice } from "../parts/rolling.js";
import { seatPanel, showGain } from "../parts/seat_panel.js";
import { boards } from "./boards.js";
import { Controls } from "./controls.js";
import { viewAfter } from "./fold.js";
import { movesFocus } from "./keys.js";
import { piles } from "./piles.js";
import { watchedTray } from "./tray.js";

const DICE = [0, 1, 2];

/** How long (ms) a step stays before the next one. */
const REST_MS = {
  "token-set-up": 250,
  "dice-rolled": 450,
  "dice-rerolled": 450,
  "token-shifted": 650,
  "token-taken": 700,
  "turn-passed": 450,
};

const SUMS = new Set(["token-shifted", "token-taken"]);

/** An element that draws a view and its events, with the same methods as that of dicy-cards/board.js. */
export function board(view, { seat = null, moves = [], draft = null, onMove = () => {}, onHint = () => {} }) {
  const control = seat === null ? null : new Controls({ draft, onMove, onHint });
  const caption = control?.bar.caption ?? h("p", { class: "caption" });
  const tray = control?.tray ?? watchedTray(caption);
  const note = (text) => element.note(text);
  const planks = boards({ onPick: control && ((token) => control.onToken(token)), onExplain: note });
  const seats = view.seats.map((_, at) => seatAt(at, at === seat, (pile) => note(aboutPile(shown, at, pile))));
  const last = h("p", { class: "last-round", role: "status" });
  const element = boardElement(arranged({ view, seat, control, tray, planks, seats, last }), control, caption);
  if (control) control.boards = planks;
  let [shown, lastCalculation, pointed] = [view, null, false]; // pointed: a pointer, not a key, moved the focus
  element.addEventListener("pointerdown", () => void (pointed = true));

  const draw = (next, legal, { paused = false } = {}) => {
    shown = next;
    element.dataset.version = next.version;
    seats.forEach((one) => one.update(next));
    const [lastRound, over] = [next.state.last_round, next.status === "finished"];
    const words = lastRound && !over ? t("ice.last-round") : "";
    if (last.textContent !== words) replace(last, words);
    if (control) return paused ? control.pause(next) : control.update(next, legal, lastCalculation);
    planks.update(next.state);
    tray.update(next, lastCalculation);
  };
  element.update = (next, legal = []) => {
    if (next.version !== shown.version) lastCalculation = null;
    draw(next, legal);
  };
  element.play = async (event, { hurried = false, onSeen = () => {} } = {}) => {
    const name = event.type.replace("ice-dice.", "");
    lastCalculation = SUMS.has(name) ? event.data : name === "turn-began" ? null : lastCalculation;
    const [before, flown] = [shown, mayMove() && takeOff(chipOn(element, event))];
    const own = event.seat === seat && name !== "turn-began";
    const next = viewAfter(shown, event);
    if (next !== shown) draw(next, [], { paused: own });
    if (name === "token-taken") showGain(element, event.seat, pointsOf(shown, event.seat) - pointsOf(before, event.seat));
    if (!mayMove()) return onSeen();
    if (flown) await land(element, flown, targetOf(element, name, event), { hurried });
    if (name === "dice-rolled") await rollDice(tray.dice, DICE, event.data.dice, { hurried });
    if (name === "dice-rerolled") await rollDice(tray.dice, event.data.positions, event.data.dice, { hurried });
    onSeen();
    if (!hurried && !own) await pauseAfter(event, REST_MS);
    return undefined;
  };
  element.shown = () => shown;
  element.press = (key, target) => {
    pointed &&= !movesFocus(key);
    return Boolean(control?.press(key, target, pointed));
  };
  element.update(view, moves);
  return element;
}

const pointsOf = ({ state }, seat) => state.players[seat].points;

/** The layout: the other seats, the boards, the player's own seat, and the controls. */
function arranged({ view, seat, control, tray, planks, seats, last }) {
  const look = `board ice-dice for-${view.seats.length}${control ? " playing" : ""}`;
  const others = seats.filter((_, at) => at !== seat || !control).map(({ element }) => element);
  const controls = keptInSight(h("div", { class: "control-panel" }, tray.element, control?.bar.element));
  return h("section", { class: look, "aria-label": t("table.board") }, last, h("div", { class: "others" }, others),
    planks.big, planks.medium, control && seats[seat].element, controls);
}

/** What a seat has of a colour, and how many points that can bring. */
const aboutPile = ({ seats, options }, at, pile) => `${seats[at].name} – ${pile}. ${t(`ice.about.ties-${options.ties}`)}`;

/** A seat with its piles: {element, update(view)}; `onExplain(pile)` is called to explain one, with its text. */
function seatAt(at, own, onExplain) {
  const collection = piles(onExplain);
  const panel = seatPanel(at, collection.elements, { own });
  const update = (view) => {
    const player = view.state.players[at];
    const doing = view.status === "playing" && view.owed.some(({ seat }) => seat === at) ? t("table.to-move") : null;
    panel.update(view, { points: player.points, doing });
    collection.update(player);
  };
  return { element: panel.element, update };
}

/** The chip of an event's token, at its old position; null if the event moves none. */
function chipOn(element, { data }) {
  return data.token === undefined ? null : element.querySelector(`.plank [data-token="${data.token}"]`);
}

/** The element where a token has arrived: the medium board, or its pile, or only the pile's head if there is no more room. */
function targetOf(element, name, { seat, data }) {
  if (name !== "token-taken") return element.querySelector(`.medium [data-token="${data.token}"]`);
  const taken = element.querySelector(`[data-seat="${seat}"] [data-own="${data.token}"]`);
  return taken?.getClientRects().length ? taken : (taken?.closest(".pile") ?? null);
}
