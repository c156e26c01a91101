// The game's events, in words.

import { listed, t } from "../../text.js";

/** One sentence about an event with the names of `view`; "" for events described elsewhere (a turn's end, a seat that resigned). */
export function sentence({ type, seat, data }, view, { late, words }) {
  const names = view.seats.map(({ name }) => name ?? "");
  const title = data.card && words.title(data.card);
  return SENTENCES[nameOf(type)]?.({ ...data, name: names[seat], names, title, words, late }) ?? "";
}

/** What the service did for a seat whose time ran out, addressed to its player. */
export const lateSentence = ({ type, data }, words) => t(`dicy.late.${nameOf(type)}`, { card: data.card ? words.title(data.card) : "" });

/** What a seat's card had to do, since only that card was eligible, addressed to its player. */
export function forcedSentence({ type, data }, words) {
  return data.forced ? t(`dicy.forced.${nameOf(type)}`, { card: words.title(data.card) }) : "";
}

const nameOf = (type) => type.replace("dicy-cards.", "");

const faces = (values) => values.join(" ");
const sorted = (values) => faces([...values].sort((a, b) => a - b));
const listedNames = (names, seats) => listed(seats.map((seat) => names[seat]));

const SENTENCES = {
  "cards-chosen": ({ cards, words }) => t("dicy.log.cards", { cards: listed(cards.map(words.title)) }),
  "first-seat-chosen": ({ first, names }) => t("dicy.log.first", { name: names[first] }),
  "dice-rolled": ({ name, dice }) => t("dicy.log.rolled", { name, dice: faces(dice) }),
  "dice-rerolled": ({ name, dice, positions }) => t("dicy.log.rerolled", { name, n: positions.length, dice: faces(dice) }),
  "card-frozen": ({ name, title, cause, forced, late }) => t(`dicy.log.frozen-${forced ? "forced" : late ? "late" : cause}`, { name, card: title }),
  "card-reset": ({ name, title, forced, late }) => t(`dicy.log.reset${forced ? "-forced" : late ? "-late" : ""}`, { name, card: title }),
  "card-scored": ({ title: card, values, ...rest }) => t("dicy.log.scored", { ...rest, card, dice: sorted(values) }),
  "turn-skipped": ({ name, late }) => t(late ? "dicy.log.skipped-late" : "dicy.log.skipped", { name }),
  "choices-owed": ({ names, seats, kind }) => t(`dicy.log.owed-${kind}`, { names: listedNames(names, seats), n: seats.length }),
  "game-ended": ({ reason }) => t(`dicy.log.ended-${reason}`),
};
