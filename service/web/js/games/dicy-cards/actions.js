// The actions at a table of Dicy Cards.

import { t } from "../../text.js";
import { hintAction } from "../parts/hint_action.js";
import { best, points } from "./scoring.js";

/** Every action, in order, with its style. */
export const ACTIONS = {
  roll: "primary",
  choose: "primary",
  score: "primary",
  reroll: "",
  "skip-yes": "primary",
  "skip-no": "plain",
  best: "plain",
  hint: "plain",
  skip: "plain",
};

/** The action for a move, by the move's type. */
export const ACTION_FOR = { score: "score", reroll: "reroll", freeze: "choose", reset: "choose", skip: "skip-yes", roll: "roll" };

/** The available actions: {action: {label, able}}. `legal` contains the moves that the selection makes: {positions, score, reroll}. */
export function shownActions(now, legal) {
  const hint = { hint: hintAction(now.advice) };
  if (now.decision === "wait" || now.decision === "over") return {};
  if (now.skipping) return { "skip-yes": { label: t("dicy.do.skip-yes") }, "skip-no": { label: t("dicy.do.skip-no") }, ...(now.advice ? hint : {}) };
  if (now.decision === "stuck") return { skip: { label: t("dicy.do.skip-stuck") } };
  if (now.decision === "roll") return { roll: { label: t("dicy.do.roll") } }; // a turn starts with the roll
  if (now.decision === "play") return { ...playing(now, legal), ...hint, skip: { label: t("dicy.do.skip") } };
  const card = now.card && now.words.title(now.card);
  return { choose: { label: card ? t(`dicy.do.${now.decision}`, { card }) : t(`dicy.do.${now.decision}-none`), able: card !== null }, ...hint };
}

function playing({ card, view }, { positions, score, reroll }) {
  const won = score && points(card, view.state.dice, positions);
  const better = card === null ? null : best(card, view.state.dice);
  return {
    score: { label: score ? t("dicy.do.score", { points: won }) : t("dicy.do.score-none"), able: Boolean(score) },
    reroll: { label: reroll ? t("dicy.do.reroll", { n: positions.length }) : t("dicy.do.reroll-none"), able: Boolean(reroll) },
    ...(better && better.points !== won ? { best: { label: t("dicy.do.best", { points: better.points }) } } : {}),
  };
}
