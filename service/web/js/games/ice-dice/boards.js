// The big board, with its lines and the gaps in them, and the medium board.

import { h, replace } from "../../dom.js";
import { t } from "../../text.js";
import { chip } from "./chip.js";
import { roving } from "../parts/roving.js";
import { onBig } from "./tokens.js";

/**
 * Both boards: {big, medium (elements), update(state, lookOf)}. With `onPick(token)` their tokens are buttons. `lookOf(token)` returns how
 * each looks, see chip.js. `onExplain(text)` is called with the explanation of a board.
 */
export function boards({ onPick = null, onExplain }) {
    const big = plank("big", { onPick, onExplain, titleOf: titleOfBig }, (state, chipOf) => state.lines.map((line, at) => lineOf(line, at, chipOf)));
  const medium = plank("medium", { onPick, onExplain, titleOf: () => t("pile-medium") }, ({ medium: lying }, chipOf) => mediumOf(lying, chipOf));
  const update = (state, lookOf = () => ({})) => {
    big.element.style.setProperty("--lines", state.lines.length);
    big.element.style.setProperty("--most", Math.max(...state.lines.map((line) => line.length)));
    for (const one of [big, medium]) one.update(state, lookOf);
  };
  return { big: big.element, medium: medium.element, update };
}

/** One board. It recreates its chips when its tokens change, and keeps the keyboard focus in place. */
function plank(name, { onPick, onExplain, titleOf }, arranged) {
  const tokens = h("div", { class: "tokens" });
  const title = h("p", { class: "plank-title" });
  const explain = ({ target }) => void (target.closest(".chip") || onExplain(t(`ice.about.${name}`)));
  const look = { class: `plank ${name}`, role: "group", "aria-label": t(`pile-${name}`), onclick: explain };
  const element = h("div", look, title, tokens);
  const rove = onPick && roving(element);
  let [chips, drawn] = [new Map(), null];
  const update = (state, lookOf) => {
    replace(title, titleOf(state));
    const lying = JSON.stringify(name === "big" ? state.lines : state.medium);
    if (lying !== drawn) {
      const [focused, at] = [element.contains(document.activeElement), element.querySelector("[tabindex='0']")?.dataset.token];
      chips = new Map();
      replace(tokens, arranged(state, (token) => chipFor(chips, token, onPick)));
      drawn = lying;
      const stop = rove?.(near(chips, Number(at))?.one.element);
      if (focused) stop?.focus({ preventScroll: true });
    }
    for (const { token, one } of chips.values()) one.update(lookOf(token));
  };
  return { element, update };
}

/** The big board says how close the game is to its end. */
function titleOfBig(state) {
  return t(state.last_round ? "ice.big-last" : "ice.big-left", { n: onBig(state).length });
}

/** The chip of a token, or if that is gone, of the next one. */
const near = (chips, id) => chips.get(id) ?? [...chips.values()].find(({ token }) => token.token > id);

function chipFor(chips, token, onPick) {
  const one = chip(token, onPick);
  chips.set(token.token, { token, one });
  return one.element;
}

function lineOf(line, at, chipOf) {
  const cells = line.map((token) => (token ? chipOf(token) : h("span", { class: "gap", "aria-hidden": "true" })));
  return h("div", { class: "line", role: "group", "aria-label": t("ice.line", { n: at + 1 }) }, cells);
}

function mediumOf(lying, chipOf) {
  return lying.length ? lying.map(chipOf) : h("p", { class: "bare" }, t("ice.medium-empty"));
}
