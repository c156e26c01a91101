// The prompt for a player, in one or two sentences.

import { written } from "../../drawing/sheets.js";
import { t } from "../../text.js";
import { isNew } from "../parts/newcomers.js";
import { KEPT } from "./keeping.js";
import { diceOf } from "./places.js";
import { litCells, priceOf } from "./situation.js";

/** The sentence above the actions. */
export function promptFor(now) {
  const { decision, advice, striking } = now;
  if (decision === "wait") return "";
  if (decision === "over") return t("dc.prompt.over");
  if (advice) return advice.text;
  if (decision === "exchange") return t(now.moves.length > 1 ? "dc.prompt.exchange" : "dc.prompt.exchange-nothing");
  if (decision === "keep") return choosing(now);
  if (decision === "stuck") return t("dc.prompt.stuck");
  if (striking) return t("dc.prompt.strike");
  return now.pending ? marking(now) : toMark(now);
}

/** Cards that are kept without the others are what a broken connection, or another program, has left. */
function choosing({ view, picked, keeping }) {
  const kept = view.state.own.kept.length;
  const chosen = kept + picked.size;
  const prompt = t("dc.prompt.keep", { n: chosen, of: KEPT });
  return kept && !keeping ? `${t("dc.prompt.kept", { n: kept })} ${prompt}` : prompt;
}

function toMark(now) {
  if ([...litCells(now).values()].every((cells) => !cells.size)) return t(now.source || hasSteps(now) ? "dc.prompt.none-so" : "dc.prompt.none-without");
  return t(isNew(now.view) ? "dc.prompt.first" : "dc.prompt.mark");
}

const hasSteps = ({ steps }) => steps.some((step) => step !== 0);

function marking(now) {
  const { pending, words } = now;
  const { tickets } = priceOf(now, pending);
  const number = written(pending.number, diceOf(words.card(pending.card).sheet, pending.place));
  return t(tickets ? "dc.prompt.sure-for" : "dc.prompt.sure", { number, card: words.title(pending.card), n: tickets });
}
