// Why an action is not possible now, in the terms of the rules.

import { t } from "../../text.js";
import { making, promptFor } from "./prompts.js";
import { madeBy } from "./situation.js";
import { nameOf, tokenOf } from "./tokens.js";

/** Why the calculation moves no token. */
export function whyNoMove(now) {
  const { decision, sum, goal, view } = now;
  if (decision === "setup") return t("ice.why.no-token");
  const made = madeBy(now);
  if (made) return making(now, made);
  if (sum.dice.length === 1) return t("ice.why.one-die");
  if (sum.dice.length) return t("ice.why.no-sign");
  return goal === null ? t("ice.why.no-sum") : t("ice.prompt.goal", { number: tokenOf(view.state, goal).number });
}

/** Why there is nothing to calculate. */
export function whyNoSum(now) {
  if (now.decision === "setup") return t("ice.why.no-dice-yet");
  return now.decision === "stuck" ? promptFor(now) : whyNotNow(now.view);
}

/** What a token is worth, and why it cannot be moved now. */
export const aboutToken = (now, token) => `${t("ice.about.token", { token: nameOf(token) })} ${whyNoToken(now, token)}`;

function whyNoToken(now, { token }) {
  const { decision, view } = now;
  if (decision === "wait" || decision === "over") return whyNotNow(view);
  if (decision === "stuck") return promptFor(now);
  const onMedium = view.state.medium.some((one) => one.token === token);
  if (decision === "setup") return onMedium ? t("ice.why.set-up-already") : t("ice.why.line-used");
  if (decision === "shift") return t("ice.why.shift-first");
  return onMedium ? t("ice.why.same-number", { number: view.state.shifted.number }) : t("ice.why.take-from-medium");
}

/** Why this seat cannot act. */
function whyNotNow({ state, seats }) {
  return state.phase === "over" ? t("ice.why.over") : t("ice.why.not-your-turn", { name: seats[state.turn].name });
}
