// All seats at a table of Dicy Cards, each with its cards and its score.

import { h } from "../../dom.js";
import { t } from "../../text.js";
import { seatPanel } from "../parts/seat_panel.js";
import { ownCard, smallCard } from "./cards.js";
import { GOAL } from "./goal.js";

/**
 * All seats by number: {panel, cards (elements by id), update(view)}. With controls, the player's own seat has cards to choose.
 * `onExplain(seat, card)` is called to explain another seat's card.
 */
export function seatsAround(view, own, words, { control, onExplain }) {
  return view.seats.map((_, seat) => {
    const mine = seat === own && control !== null;
    const cards = view.state.cards.map((card) => [card, mine ? ownCard(card, words, control.onCard) : smallCard(card, words, () => onExplain(seat, card))]);
    if (mine) control.hold(new Map(cards));
    const hand = h("ul", { class: "hand", "aria-label": t("dicy.cards") }, cards.map(([, one]) => one.element));
    const meter = h("span");
    const panel = seatPanel(seat, [h("div", { class: "meter", "aria-hidden": "true" }, meter), hand], { own: mine });
    const update = (next) => {
      const { score, frozen } = next.state.players[seat];
      panel.update(next, { points: score, goal: GOAL, doing: doing(next, seat) });
      meter.style.width = `${Math.max(0, Math.min(1, score / GOAL)) * 100}%`;
      if (!mine) for (const [card, one] of cards) one.update({ frozen: frozen.includes(card) });
    };
    return { panel, update, cards: new Map(cards.map(([card, one]) => [card, one.button ?? one.element])) };
  });
}

/** A seat's pending decision, in words. */
function doing(view, seat) {
  if (view.status !== "playing" || !view.owed.some((owed) => owed.seat === seat)) return null;
  const choosing = view.state.pending.find((owed) => owed.seat === seat);
  return choosing ? t(`dicy.has-to-${choosing.kind}`) : t("table.to-move");
}
