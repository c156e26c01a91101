// The actions at a table of Ice Dice.

import { t } from "../../text.js";
import { hintAction } from "../parts/hint_action.js";
import { rerollOf, targetOf } from "./situation.js";

/** Every action, in order, with its style. */
export const ACTIONS = { move: "primary", "pass-yes": "primary", "pass-no": "plain", reroll: "", hint: "plain", pass: "plain" };

/** The action for a move, by the move's type. */
export const ACTION_FOR = { setup: "move", shift: "move", take: "move", reroll: "reroll", pass: "pass-yes" };

/** The available actions: {action: {label, able}}. */
export function shownActions(now) {
  const { decision, passing } = now;
  if (decision === "wait" || decision === "over") return {};
  const hint = { hint: hintAction(now.advice) };
  if (passing) return { "pass-yes": { label: t("ice.do.pass-yes") }, "pass-no": { label: t("ice.do.pass-no") }, ...(now.advice ? hint : {}) };
  if (decision === "stuck") return { "pass-yes": { label: t("ice.do.pass-yes") } };
  if (decision === "setup") return { move: moving(now), ...hint };
  const reroll = decision === "shift" && now.view.state.rerolls_left !== 0 ? { reroll: { label: rerollLabel(now), able: rerolls(now) } } : {};
  return { move: moving(now), ...reroll, ...hint, pass: { label: t("ice.do.pass") } };
}

function moving(now) {
  const target = targetOf(now);
  return { label: target ? t(`ice.do.${now.decision}`, { number: target.number }) : t(`ice.do.${now.decision}-none`), able: target !== null };
}

const rerolls = ({ moves, sum }) => rerollOf(moves, sum.dice) !== null;

function rerollLabel({ sum }) {
  return sum.dice.length ? t("ice.do.reroll", { n: sum.dice.length }) : t("ice.do.reroll-all");
}
