// The bar of actions: the prompt and the buttons. An action that is not possible keeps its button, which explains why when
// it is pressed.

import { h } from "../../dom.js";
import { steady } from "../../steady.js";
import { pressed } from "./press.js";

/**
 * A bar with these actions, {name: "primary" | "" | "plain"}, in their order. `onAct(name)` is called on a press.
 *
 * {element, caption, update({decision, prompt, refused, advised, shown, hinted}), shake(), busy(on)}: `shown` contains the available
 * actions, {name: {label, able}}, `hinted` the name of the advised one. While other seats decide (the decision is "wait"), the caption replaces
 * the prompt.
 */
export function actionBar(actions, onAct) {
  const prompt = h("p", { class: "prompt", role: "status", tabindex: -1 });
  const caption = h("p", { class: "caption", tabindex: -1 });
  const buttons = Object.fromEntries(Object.entries(actions).map(([name, look]) => [name, button(name, look, onAct)]));
  const element = steady(h("div", { class: "actions" }, prompt, caption, h("div", { class: "buttons" }, Object.values(buttons))));

  const update = ({ decision, prompt: words, refused, advised, shown, hinted = null }) => {
    const focused = element.contains(document.activeElement);
    for (const [name, one] of Object.entries(buttons)) draw(one, shown[name], name === hinted);
    element.hidden = decision === "over";
    if (prompt.textContent !== words) prompt.textContent = words;
    prompt.hidden = decision === "wait" && !refused;
    caption.hidden = !prompt.hidden;
    prompt.classList.toggle("refusal", refused);
    prompt.classList.toggle("advice", advised && !refused);
    element.dataset.decision = decision;
    const lost = focused && (!element.contains(document.activeElement) || document.activeElement.hidden);
    if (lost) [...Object.values(buttons), prompt, caption].find((one) => !one.hidden).focus({ preventScroll: true });
  };
  const shake = () => {
    prompt.classList.remove("shaken");
    void prompt.offsetWidth; // restarts the animation
    prompt.classList.add("shaken");
  };
  const busy = (on) => element.setAttribute("aria-busy", String(on));
  return { element, caption, update, shake, busy };
}

/** The actions of a board; without the hint at a table that has none (`onHint` is null). */
export function offered(actions, onHint) {
  const { hint, ...others } = actions;
  return onHint ? actions : others;
}

function button(name, look, onAct) {
  return h("button", { type: "button", class: `button ${look}`, "data-do": name, ...pressed(() => onAct(name)) });
}

function draw(element, shown, hinted) {
  element.hidden = !shown;
  element.classList.toggle("hinted", hinted);
  if (!shown) return;
  element.textContent = shown.label;
  if (shown.able === false) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
}
