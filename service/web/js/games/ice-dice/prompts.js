// The prompt for a player, in one or two sentences.

import { number, t } from "../../text.js";
import { isNew } from "../parts/newcomers.js";
import { valueText, wholeOf, written } from "./arithmetic.js";
import { hitBy, madeBy } from "./situation.js";
import { nameOf, tokenOf } from "./tokens.js";

const SET_UP = 3;

/** The sentence above the actions. */
export function promptFor(now) {
  const { asked, advice, passing, view } = now;
  if (advice) return adviceIn(now);
  if (asked === "wait") return "";
  if (asked === "over") return t("ice.ask.over");
  if (asked === "stuck") return stuck(view.state);
  if (passing) return passMeans(now);
  if (asked === "setup") return settingUp(now);
  const made = madeBy(now);
  return made ? making(now, made) : toMake(now);
}

function settingUp({ goal, view: { state } }) {
  if (goal !== null) return sureOf(tokenOf(state, goal));
  return t("ice.ask.setup", { nth: state.medium.length + 1, n: SET_UP });
}

const sureOf = ({ number: shown, colour }) => t("ice.ask.setup-sure", { number: shown, colour: t(`ice.colour.${colour}`) });

/** Before the calculation is complete. */
function toMake(now) {
  const { asked, goal, view } = now;
  const { state } = view;
  const { shifted, rerolls_left: left } = state;
  if (goal !== null) return t("ice.ask.goal", { number: tokenOf(state, goal).number });
  if (asked === "take") return t("ice.ask.take", { number: shifted.number });
  const last = state.last_round && `${t("ice.last-round")}.`;
  const rerolls = left !== null && t("ice.ask.rerolls", { n: left });
  return [last, t("ice.ask.shift"), rerolls, isNew(view) && late(view.on_expiry)].filter(Boolean).join(" ");
}

/** What happens when time runs out; "" without a clock. */
const late = (rule) => rule && t(rule.policy === "substitute" ? "ice.late-rule-substitute" : "ice.late-rule");

/** The value of a complete calculation, and what it can move. */
export function making(now, { expression, value }) {
  const { asked, goal, view: { state } } = now;
  const sum = written(expression, state.dice);
  if (value === null) return t("ice.ask.by-zero", { sum });
  const [hits, said] = [hitBy(now), { sum, value: valueText(value) }];
  const wanted = goal === null ? null : tokenOf(state, goal);
  if (wanted && wanted.number !== wholeOf(value)) return t("ice.ask.missed", { ...said, number: wanted.number });
  if (!wanted && hits.length > 1) return t("ice.ask.several", said);
  if (hits.length) return t("ice.ask.hit", { sum, token: nameOf(wanted ?? hits[0]) });
  if (asked === "take" && wholeOf(value) === state.shifted.number) return t("ice.ask.same", said);
  return t(`ice.ask.not-on-${asked}`, said);
}

function stuck({ shifted }) {
  return shifted ? t("ice.ask.stuck-take", { number: shifted.number }) : t("ice.ask.stuck");
}

/** What the player would give up by ending the turn. */
function passMeans({ asked, view: { state } }) {
  if (asked === "take") return t("ice.ask.pass-take", { number: state.shifted.number });
  const { rerolls_left: left } = state;
  return left ? t("ice.ask.pass-rerolls", { n: left }) : t("ice.ask.pass");
}

function adviceIn({ advice: { move, points }, view: { state } }) {
  const faces = (move.dice ?? []).map((place) => state.dice[place]).join(" ");
  const token = move.token === undefined ? null : tokenOf(state, move.token);
  const sum = move.expression ? written(move.expression, state.dice) : "";
  const told = t(`ice.hint.${move.type}`, { number: token?.number ?? "", faces, sum, n: move.dice?.length ?? 0 });
  if (points === null || points === undefined) return told;
  return `${told} ${t("ice.hint.worth", { points: number(Math.round(points * 10) / 10) })}`;
}
