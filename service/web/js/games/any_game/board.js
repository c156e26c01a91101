// The table of any game: its dice, its piles, every seat with its cards, and the moves of a player.

import { aside, h, replace } from "../../dom.js";
import { cardItem } from "../../drawing/cards.js";
import { mayMove } from "../../pace.js";
import { t } from "../../text.js";
import { boardElement } from "../parts/board_element.js";
import { diceRow } from "../parts/dice.js";
import { rollDice } from "../parts/rolling.js";
import { seatPanel } from "../parts/seat_panel.js";
import { controls } from "./controls.js";
import { rolledDice } from "./rolled.js";

const REST_MS = 450;

/** The element of ../index.js that draws views of any game. It shows each event's dice, and all else with the next view. */
export function board(view, { seat = null, moves = [], draft = null, onMove = () => {}, onHint = () => {} }, words) {
  const control = seat === null ? null : controls({ words, draft, onMove, onHint });
  const caption = control?.caption ?? h("p", { class: "caption" });
  const dice = diceRow(view.picture.dice.length);
  const tray = h("div", { class: "tray" }, view.picture.dice.length > 0 && dice.element, !control && caption);
  const piles = view.picture.shared.map((pile) => pilePanel(words.pile(pile), words));
  const seats = view.seats.map((_, at) => seatOf(at, at === seat, words));
  const shared = piles.length > 0 && h("div", { class: "shared" }, piles.map((one) => one.element));
  const around = h("div", { class: "others" }, seats.map((one) => one.element));
  const look = `board any-game${control ? " playing" : ""}`;
  const element = boardElement(h("section", { class: look, "aria-label": t("table.board") }, tray, control?.bar, shared, around), control, caption);
  let [shown, before] = [view, view.picture];

  element.update = (next, legal = []) => {
    if (next.version !== shown.version) before = shown.picture;
    shown = next;
    element.dataset.version = next.version;
    dice.update(next.picture.dice, new Set());
    tray.classList.toggle("empty", next.picture.dice.every((face) => face === null));
    piles.forEach((pile, index) => pile.update(next.picture.shared[index].cards, before.shared[index].cards));
    seats.forEach((one, at) => one.update(next, before.seats[at].cards));
    control?.update(next, legal);
  };
  element.play = async (event, { hurried = false, onSeen = () => {} } = {}) => {
    const { dice: faces } = event.data;
    const rolled = rolledDice(event.data, shown.picture.dice.length);
    if (rolled) dice.update(faces, new Set());
    if (!mayMove()) return onSeen();
    if (rolled) await rollDice(dice, rolled, faces, { hurried });
    onSeen();
    if (!hurried && event.seat !== seat) await new Promise((done) => setTimeout(done, REST_MS));
    return undefined;
  };
  element.shown = () => shown;
  element.press = (key) => Boolean(control?.press(key));
  element.update(view, moves);
  return element;
}

/** The cards that belong to no seat: {element, update(cards, before)}. */
function pilePanel(title, words) {
  const count = h("span", { class: "count" });
  const cards = h("ul", { class: "cards", "aria-label": title });
  const element = h("section", { class: "pile" }, h("h3", {}, title, " ", count), cards);
  const update = (now, before) => {
    const there = now.filter((card) => card !== null).length;
    replace(count, h("span", { "aria-hidden": "true" }, there), aside(t("any.cards", { n: there })));
    showCards(cards, now, before, words);
  };
  return { element, update };
}

function seatOf(seat, own, words) {
  const cards = h("ul", { class: "cards", "aria-label": t("any.own") });
  const panel = seatPanel(seat, [cards], { own });
  const update = (view, before) => {
    const { points, cards: now } = view.picture.seats[seat];
    const owes = view.status === "playing" && view.owed.some((owed) => owed.seat === seat);
    panel.update(view, { points, doing: owes ? t("table.to-move") : null });
    showCards(cards, now, before, words);
  };
  return { element: panel.element, update };
}

/** Cards that have come or turned over since are marked. */
function showCards(list, cards, before, words) {
  const known = new Set(before.map((card) => JSON.stringify(card)));
  list.classList.toggle("chips", cards.some((card) => card === null || card.tint !== null));
  list.hidden = !cards.length;
  replace(list, cards.map((card) => cardItem(words.drawn(card), { words, changed: card !== null && !known.has(JSON.stringify(card)) })));
}
