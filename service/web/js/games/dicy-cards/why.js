// Why an action is not possible now, in the terms of the rules.

import { listed, t } from "../../text.js";

/** Why a die cannot be selected. */
export function whyNoDie({ asked, view }) {
  if (asked === "roll") return t("dicy.why.not-rolled");
  if (asked === "freeze" || asked === "reset") return t("dicy.why.card-first");
  if (asked === "stuck") return t("dicy.why.all-frozen");
  return whyNotNow(view);
}

/** What one of the player's own cards is, and why it cannot be chosen now. */
export const aboutOwn = (now, card) => `${aboutCard(now.words, card)} ${whyNoCard(now, card)}`;

/** What another player's card is, and whether it is active. */
export function aboutOther({ seats, state }, seat, card, words) {
  const turned = state.players[seat].frozen.includes(card) ? "frozen" : "active";
  return `${aboutCard(words, card)} ${t(`dicy.about.${turned}`, { name: seats[seat].name })}`;
}

const aboutCard = (words, card) => t("dicy.about.card", { card: words.title(card), text: words.text(card) });

function whyNoCard({ asked, view, seat }, card) {
  if (asked === "freeze") return t("dicy.why.card-frozen");
  if (asked === "reset") return t("dicy.why.card-active");
  if (asked === "stuck") return t("dicy.why.all-frozen");
  if (asked === "wait" || asked === "over") return whyNotNow(view);
  if (view.state.players[seat].frozen.includes(card)) return t("dicy.why.frozen-in-turn");
  return t("dicy.why.not-rolled");
}

/** Why the card cannot be scored with the selected dice. */
export function whyNoScore({ view, words }, card, places) {
  if (card === null) return t("dicy.why.no-card");
  if (!places.length) return t("dicy.why.no-dice-score", { card: words.title(card), text: words.text(card) });
  const faces = places.map((place) => view.state.dice[place]).sort().join(" ");
  return t("dicy.why.do-not-fit", { card: words.title(card), faces, text: words.text(card) });
}

/** Why nothing can be rerolled. */
export function whyNoReroll(card, places) {
  if (!places.length) return t("dicy.why.no-dice-reroll");
  return card === null ? t("dicy.why.no-card-reroll") : t("dicy.why.not-now");
}

/** Why this seat cannot act. */
export function whyNotNow(view) {
  if (view.state.phase === "over") return t("dicy.why.over");
  const names = listed(view.owed.map(({ seat }) => view.seats[seat].name));
  return view.state.phase === "choice" ? t("dicy.why.choice-pending", { names }) : t("dicy.why.not-your-turn", { names });
}
