// The bar of actions. What cannot be done now stays in its place and explains itself when it is asked for.

import { h } from "../../dom.js";
import { t } from "../../text.js";
import { best, points } from "./scoring.js";
import { promptFor } from "./prompts.js";

const PRIMARY = new Set(["roll", "score", "choose", "skip-yes"]);
const HINTED = { score: "score", reroll: "reroll", freeze: "choose", reset: "choose", skip: "skip-yes", roll: "roll" };
const ACTIONS = ["roll", "choose", "score", "reroll", "skip-yes", "skip-no", "best", "hint", "skip"];

/**
 * {element, caption, update(now, {places, score, reroll}), shake(), busy(on)}; `onAct(action)` hears what is wanted. While others play, the
 * caption stands in the place of the prompt.
 */
export function actionBar(onAct) {
  const prompt = h("p", { class: "prompt", role: "status", tabindex: -1 });
  const caption = h("p", { class: "caption", tabindex: -1 });
  const buttons = Object.fromEntries(ACTIONS.map((action) => [action, button(action, onAct)]));
  const element = h("div", { class: "actions" }, prompt, caption, h("div", { class: "buttons" }, Object.values(buttons)));

  const update = (now, legal) => {
    const shown = shownActions(now, legal);
    const focused = element.contains(document.activeElement);
    for (const action of ACTIONS) look(buttons[action], shown[action], HINTED[now.advice?.move.type] === action);
    element.hidden = now.asked === "over";
    prompt.textContent = now.refusal ?? promptFor(now);
    prompt.hidden = now.asked === "wait" && now.refusal === null;
    caption.hidden = !prompt.hidden;
    prompt.classList.toggle("refusal", now.refusal !== null);
    prompt.classList.toggle("advice", now.advice !== null && now.refusal === null);
    element.dataset.asked = now.asked;
    if (focused && document.activeElement.hidden) [...Object.values(buttons), prompt, caption].find((one) => !one.hidden).focus();
  };
  const shake = () => {
    prompt.classList.remove("shaken");
    void prompt.offsetWidth; // so that the animation begins anew
    prompt.classList.add("shaken");
  };
  const busy = (on) => element.setAttribute("aria-busy", String(on));
  return { element, caption, update, shake, busy };
}

function button(action, onAct) {
  const look_ = PRIMARY.has(action) ? "button primary" : action === "reroll" ? "button" : "button plain";
  return h("button", { type: "button", class: look_, "data-do": action, onclick: () => onAct(action) });
}

function look(element, shown, hinted) {
  element.hidden = !shown;
  element.classList.toggle("hinted", hinted);
  if (!shown) return;
  element.textContent = shown.label;
  if (shown.able === false) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
}

/** What there is to press: {action: {label, able}}. */
function shownActions(now, legal) {
  const hint = { hint: { label: t("dicy.do.hint") } };
  if (now.asked === "wait" || now.asked === "over") return {};
  if (now.skipping) return { "skip-yes": { label: t("dicy.do.skip-yes") }, "skip-no": { label: t("dicy.do.skip-no") } };
  if (now.asked === "stuck") return { skip: { label: t("dicy.do.skip-stuck") } };
  if (now.asked === "roll") return { roll: { label: t("dicy.do.roll") }, skip: { label: t("dicy.do.skip") } };
  if (now.asked === "play") return { ...playing(now, legal), ...hint, skip: { label: t("dicy.do.skip") } };
  const card = now.card && now.words.title(now.card);
  return { choose: { label: card ? t(`dicy.do.${now.asked}`, { card }) : t(`dicy.do.${now.asked}-none`), able: card !== null }, ...hint };
}

function playing({ card, view }, { places, score, reroll }) {
  const won = score && points(card, view.state.dice, places);
  const better = card === null ? null : best(card, view.state.dice);
  return {
    score: { label: score ? t("dicy.do.score", { points: won }) : t("dicy.do.score-none"), able: Boolean(score) },
    reroll: { label: reroll ? t("dicy.do.reroll", { n: places.length }) : t("dicy.do.reroll-none"), able: Boolean(reroll) },
    ...(better && better.points !== won ? { best: { label: t("dicy.do.best", { points: better.points }) } } : {}),
  };
}
