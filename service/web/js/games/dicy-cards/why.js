// Why an action is not possible now, in the terms of the rules.

import { listed, t } from "../../text.js";

/** Why a die cannot be selected. */
export function whyNoDie({ decision, view }) {
  if (decision === "roll") return t("problem.not-rolled");
  if (decision === "freeze" || decision === "reset") return t("dicy.why.card-first");
  if (decision === "stuck") return t("dicy.why.all-frozen");
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

function whyNoCard({ decision, view, seat }, card) {
  if (decision === "freeze") return t("dicy.why.card-frozen");
  if (decision === "reset") return t("dicy.why.card-active");
  if (decision === "stuck") return t("dicy.why.all-frozen");
  if (decision === "wait" || decision === "over") return whyNotNow(view);
  if (view.state.players[seat].frozen.includes(card)) return t("dicy.why.frozen-in-turn");
  return t("problem.not-rolled");
}

/** Why the card cannot be scored with the selected dice. */
export function whyNoScore({ view, words }, card, positions) {
  if (card === null) return t("dicy.why.no-card");
  if (!positions.length) return t("dicy.why.no-dice-score", { card: words.title(card), text: words.text(card) });
  const faces = positions.map((position) => view.state.dice[position]).sort().join(" ");
  return t("dicy.why.do-not-fit", { card: words.title(card), faces, text: words.text(card) });
}

/** Why nothing can be rerolled. */
export function whyNoReroll(card, positions) {
  if (!positions.length) return t("dicy.why.no-dice-reroll");
  return card === null ? t("dicy.why.no-card-reroll") : t("dicy.why.not-now");
}

/** Why this seat cannot act. */
export function whyNotNow(view) {
  if (view.state.phase === "over") return t("dicy.why.over");
  const names = listed(view.owed.map(({ seat }) => view.seats[seat].name));
  return view.state.phase === "choice" ? t("dicy.why.choice-pending", { names }) : t("dicy.why.not-your-turn", { names });
}
