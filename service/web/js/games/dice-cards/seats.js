// A seat: its player, whether it still thinks, what it did in the last roll, and its six sheets; after the game how its points add up.

import { h, replace } from "../../dom.js";
import { written } from "../../drawing/sheets.js";
import { number, t } from "../../text.js";
import { roving } from "../parts/roving.js";
import { seatPanel } from "../parts/seat_panel.js";
import { litCells } from "./situation.js";
import { diceOf, nextCell } from "./places.js";
import { sheetCard } from "./sheet_card.js";

/**
 * {element, update(view, answer, secret)}; `answer` is what it did last (latest.js), null or undefined if it did nothing; `secret` its answer
 * to this roll, which others do not know yet, null if there is none to show. `control`: of the own seat.
 */
export function seatOf(seat, words, { control }) {
  const [did, list, counting] = [h("p", { class: "did" }), h("div", { class: "sheets" }), h("dl", { class: "counting", hidden: true })];
  const panel = seatPanel(seat, [did, list, counting], { own: control !== null });
  const reachable = control && roving(list);
  let [sheets, kept, last] = [new Map(), "", null];

  const arrange = (cards) => {
    const now = cards.map(({ card }) => card).join();
    if (now === kept) return;
    kept = now;
    sheets = new Map(cards.map(({ card }) => [card, sheetCard(words.card(card), { onCell: control && ((cell) => control.onCell(card, cell)) })]));
    replace(list, [...sheets.values()].map((one) => one.element));
  };
  const update = (view, answer, secret) => {
    const player = view.state.players[seat];
    panel.update(view, { points: player.points, doing: control ? null : doing(view, seat) });
    arrange(player.cards);
    last = answer;
    if (!control) for (const one of player.cards) sheets.get(one.card).update({ ...one, changed: changedBy(answer, one.card), pending: markOf(secret, one, words) });
    replace(did, player.cards.length > 0 && view.status === "playing" && [secret ? answerIn(SECRET, secret, words) : answerIn(TOLD, answer, words), ticketsOf(player.tickets)]);
    drawCounting(counting, view, player, words);
  };
  if (control) control.hold((now) => redraw({ list, sheets, reachable, last }, now));
  return { element: panel.element, update };
}

/** The cells of a card that an answer has marked. */
const changedBy = (answer, card) => (answer?.card === card ? answer.cells : new Set());

/** Where a secret answer has marked a card. */
const markOf = (secret, { card, marks }, words) =>
  secret?.card === card ? { move: secret, cell: nextCell(words.card(card).sheet, secret.place, marks) } : null;

/** The own sheets with the cells that can be marked now, and the chosen mark. Keeps the focus on a cell while it can. */
function redraw({ list, sheets, reachable, last }, now) {
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const lit = litCells(now);
  const { pending } = now;
  for (const { card, marks, points, complete } of now.view.state.players[now.seat].cards) {
    const chosen = pending?.card === card ? { move: pending, cell: nextCell(now.words.card(card).sheet, pending.place, marks) } : null;
    sheets.get(card).update({ marks, points, complete, lit: lit.get(card), pending: chosen, changed: changedBy(last, card) });
  }
  const stop = reachable(focused && !focused.disabled ? focused : list.querySelector(".pending, .lit"));
  if (focused?.disabled) stop?.focus({ preventScroll: true });
}

/** Whether the seat still owes something, in a word; null if it does not. */
function doing({ status, state }, seat) {
  if (status !== "playing" || !state.players[seat].waiting) return null;
  return t(state.phase === "choosing" ? "dc.chooses" : "dc.thinks");
}

/** What a seat did in the last roll, and what it has answered to the present one: the texts for a strike and for a mark. */
const TOLD = { strike: "dc.did-strike", mark: "dc.did" };
const SECRET = { strike: "dc.secret-strike", mark: "dc.secret" };

/** An answer in words, nothing without one. */
function answerIn(texts, answer, words) {
  if (!answer) return null;
  const { card, place, number: wanted } = answer;
  if (card === null) return h("span", {}, t(texts.strike));
  return h("span", {}, t(texts.mark, { number: written(wanted, diceOf(words.card(card).sheet, place)), card: words.title(card) }));
}

const ticketsOf = (tickets) => h("span", { class: "ticket-count" }, t("dc.tickets", { n: tickets }));

/** How the points add up, card by card, once the game is over. */
function drawCounting(element, { status, state }, player, words) {
  element.hidden = status !== "finished" || !player.cards.length;
  if (element.hidden) return;
  const rows = player.cards.map(({ card, points }) => [words.title(card), points]);
  rows.push([t("dc.for-tickets-left", { n: player.tickets }), Math.floor(player.tickets / 2)]);
  const rank = state.rank && [h("dt", { class: "total" }, t("dc.rank-title")), h("dd", { class: "total" }, t(`rank-${state.rank}`))];
  replace(element, rows.map(([name, points]) => [h("dt", {}, name), h("dd", {}, number(points))]),
    h("dt", { class: "total" }, t("table.total")), h("dd", { class: "total" }, number(player.points)), rank);
}
