// The prompt for a player, in one or two sentences.

import { t } from "../../text.js";
import { isNew } from "../parts/newcomers.js";
import { valueText, wholeOf, written } from "./arithmetic.js";
import { hitBy, madeBy } from "./situation.js";
import { nameOf, tokenOf } from "./tokens.js";

const SET_UP = 3;

/** The sentence above the actions. */
export function promptFor(now) {
  const { decision, advice, passing, view } = now;
  if (advice) return advice.text;
  if (decision === "wait") return "";
  if (decision === "over") return t("ice.prompt.over");
  if (decision === "stuck") return stuck(view.state);
  if (passing) return passMeans(now);
  if (decision === "setup") return settingUp(now);
  const made = madeBy(now);
  return made ? making(now, made) : toMake(now);
}

function settingUp({ goal, view: { state } }) {
  if (goal !== null) return sureOf(tokenOf(state, goal));
  return t("ice.prompt.setup", { nth: state.medium.length + 1, n: SET_UP });
}

const sureOf = ({ number: shown, colour }) => t("ice.prompt.setup-sure", { number: shown, colour: t(`colour-${colour}`) });

/** Before the calculation is complete. */
function toMake(now) {
  const { decision, goal, view } = now;
  const { state } = view;
  const { shifted, rerolls_left: left } = state;
  if (goal !== null) return t("ice.prompt.goal", { number: tokenOf(state, goal).number });
  if (decision === "take") return t("ice.prompt.take", { number: shifted.number });
  const last = state.last_round && `${t("ice.last-round")}.`;
  const rerolls = left !== null && t("ice.prompt.rerolls", { n: left });
  return [last, t("ice.prompt.shift"), rerolls, isNew(view) && late(view.on_expiry)].filter(Boolean).join(" ");
}

/** What happens when time runs out; "" without a clock. */
const late = (rule) => rule && t(rule.policy === "substitute" ? "ice.late-rule-substitute" : "ice.late-rule");

/** The value of a complete calculation, and what it can move. */
export function making(now, { expression, value }) {
  const { decision, goal, view: { state } } = now;
  const sum = written(expression, state.dice);
  if (value === null) return t("ice.prompt.by-zero", { sum });
  const [hits, values] = [hitBy(now), { sum, value: valueText(value) }];
  const wanted = goal === null ? null : tokenOf(state, goal);
  if (wanted && wanted.number !== wholeOf(value)) return t("ice.prompt.missed", { ...values, number: wanted.number });
  if (!wanted && hits.length > 1) return t("ice.prompt.several", values);
  if (hits.length) return t("ice.prompt.hit", { sum, token: nameOf(wanted ?? hits[0]) });
  if (decision === "take" && wholeOf(value) === state.shifted.number) return t("ice.prompt.same", values);
  return t(`ice.prompt.not-on-${decision}`, values);
}

function stuck({ shifted }) {
  return shifted ? t("ice.prompt.stuck-take", { number: shifted.number }) : t("ice.prompt.stuck");
}

/** What the player would give up by ending the turn. */
function passMeans({ decision, view: { state } }) {
  if (decision === "take") return t("ice.prompt.pass-take", { number: state.shifted.number });
  const { rerolls_left: left } = state;
  return left ? t("ice.prompt.pass-rerolls", { n: left }) : t("ice.prompt.pass");
}
