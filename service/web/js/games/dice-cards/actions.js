// The actions at a table of Dice Cards.

import { written } from "../../drawing/sheets.js";
import { t } from "../../text.js";
import { hintAction } from "../parts/hint_action.js";
import { KEPT } from "./keeping.js";
import { priceOf } from "./situation.js";
import { diceOf } from "./places.js";

/** Every action, in order, with its style. */
export const ACTIONS = { keep: "primary", exchange: "primary", mark: "primary", other: "", "strike-yes": "primary", "strike-no": "plain", hint: "plain", strike: "plain" };

/** The available actions: {action: {label, able}}. */
export function shownActions(now) {
  const { decision, picked, striking } = now;
  const hint = { hint: hintAction(now.advice) };
  if (decision === "exchange") return { exchange: { label: picked.size ? t("dc.do.exchange", { n: picked.size }) : t("dc.do.exchange-none") }, ...hint };
  if (decision === "keep") {
    const missing = KEPT - now.view.state.own.kept.length - picked.size;
    return { keep: { label: t("dc.do.keep"), able: missing === 0 }, ...hint };
  }
  if (decision === "stuck") return { "strike-yes": { label: t("dc.do.strike") } };
  if (decision !== "roll") return {};
  if (striking) return { "strike-yes": { label: t("dc.do.strike-yes") }, "strike-no": { label: t("dc.do.strike-no") } };
  return { mark: marking(now), ...(now.choices > 1 ? { other: { label: t("dc.do.other") } } : {}), ...hint, strike: { label: t("dc.do.strike") } };
}

function marking(now) {
  const { pending, words } = now;
  if (!pending) return { label: t("dc.do.mark-none"), able: false };
  const { tickets } = priceOf(now, pending);
  const number = written(pending.number, diceOf(words.card(pending.card).sheet, pending.place));
  return { label: tickets ? t("dc.do.mark-for", { number, n: tickets }) : t("dc.do.mark", { number }), able: true };
}
