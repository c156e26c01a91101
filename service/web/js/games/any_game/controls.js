// The moves of a player as buttons. A long list is chosen from step by step. Only the service decides what is legal.

import { h, replace } from "../../dom.js";
import { keptInSight } from "../../in_sight.js";
import { steady } from "../../steady.js";
import { t } from "../../text.js";
import { hintAction } from "../parts/hint_action.js";
import { pressed } from "../parts/press.js";
import { fieldLabel, moveLabel } from "./labels.js";
import { stepOf, withValues } from "./moves.js";

const NOTHING = { chosen: [], text: null, refused: false, advice: null };

/**
 * {bar, caption, update(view, moves), advise({move, text, more}), explain(text), note(text), busy(on), draft(), press(key)}: the bar of moves, its
 * line for other players' events, and the methods that the board calls.
 */
export function controls({ words, draft, onMove, onHint }) {
  let now = { moves: [], ...NOTHING, ...draft, view: null };
  const prompt = h("p", { class: "prompt", role: "status", tabindex: -1 });
  const caption = h("p", { class: "caption", tabindex: -1 });
  const options = h("div", { class: "options", role: "group", "aria-label": t("any.moves") });
  const back = button("back", "plain", () => set({ chosen: now.chosen.slice(0, -1) }), [t("any.back")]);
  const hint = button("hint", "plain", () => onHint(now.advice !== null), []);
  const buttons = h("div", { class: "buttons" }, back, hint);
  const bar = keptInSight(steady(h("div", { class: "actions" }, prompt, caption, options, buttons)));

  function set(changes) {
    now = { ...now, text: null, refused: false, advice: null, ...changes };
    draw();
  }

  /** After a press the focus stays in the bar, but not on a move of a decision that is `new`: the press may be a doubled one. */
  function draw(isNew = false) {
    const focused = bar.contains(document.activeElement);
    const { view, moves, chosen, text, refused, advice } = now;
    const left = withValues(moves, chosen);
    const decision = view.status === "finished" ? "over" : moves.length ? "move" : "wait";
    bar.dataset.decision = decision;
    bar.hidden = decision === "over";
    const said = text ?? promptFor(chosen, moves[0]?.type);
    if (prompt.textContent !== said) prompt.textContent = said;
    prompt.classList.toggle("refusal", refused);
    prompt.hidden = decision !== "move" && !refused;
    caption.hidden = !prompt.hidden;
    replace(options, buttonsFor(left));
    back.hidden = !chosen.length;
    hint.hidden = !onHint || (left.length < 2 && advice === null);
    hint.textContent = hintAction(advice).label;
    if (!focused || (bar.contains(document.activeElement) && !document.activeElement.hidden)) return;
    const first = isNew ? null : options.querySelector("button");
    (first ?? (prompt.hidden ? caption : prompt)).focus({ preventScroll: true });
  }

  function promptFor(chosen, type) {
    if (!chosen.length) return t("any.choose");
    const [, sort] = chosen.find(([field]) => field === "type") ?? ["type", type];
    const named = chosen.map(([field, value]) => fieldLabel(sort, field, value, now.view.picture, words).words);
    return t("any.choose-next", { chosen: named.join(" – ") });
  }

  function buttonsFor(left) {
    const { field, choices } = stepOf(left);
    return choices.map(({ value, moves }) => (moves.length === 1 ? moveButton(moves[0]) : choiceButton(field, value, moves)));
  }

  function moveButton(move) {
    const said = now.chosen.length > 0 && now.chosen.length + 2 > Object.keys(move).length ? rest(move) : moveLabel(move, now.view.picture, words);
    const look = now.chosen.length || now.moves.length < 3 ? "primary" : "";
    return option(move.type, button("move", look, () => onMove(move), said.parts, moveLabel(move, now.view.picture, words).words));
  }

  /** What has not been chosen yet of a move, since the prompt says the rest. */
  function rest(move) {
    const left = Object.fromEntries(Object.entries(move).filter(([field]) => !now.chosen.some(([known]) => known === field)));
    return moveLabel({ ...left, type: move.type }, now.view.picture, words);
  }

  function choiceButton(field, value, moves) {
    const label = fieldLabel(moves[0].type, field, value, now.view.picture, words);
    const count = h("small", { "aria-hidden": "true" }, moves.length);
    const choose = () => set({ chosen: [...now.chosen, [field, value]] });
    return option(moves[0].type, button("choose", "", choose, [...label.parts, count], t("any.more", { what: label.words, n: moves.length })));
  }

  const update = (view, moves) => {
    const same = moves[0]?.decision === now.moves[0]?.decision && moves.length === now.moves.length;
    if (same && now.view?.version === view.version) return;
    now = { ...now, ...(same ? {} : NOTHING), view, moves };
    draw(!same);
  };
  const advise = (advice) => {
    const chosen = Object.entries(advice.move).filter(([field]) => field !== "decision");
    set({ chosen, text: advice.text, advice });
  };
  const explain = (text) => set({ text, refused: text !== null });
  const note = (text) => set({ text });
  const busy = (on) => bar.setAttribute("aria-busy", String(on));
  const unsent = () => ({ ...now, text: null, refused: false, advice: null });
  const press = (key) => {
    if (key !== "Escape" || !now.chosen.length) return false;
    set({ chosen: now.chosen.slice(0, -1) });
    return true;
  };
  return { bar, caption, update, advise, explain, note, busy, draft: unsent, press };
}

/** A button among the options, with the type of its moves. */
function option(type, element) {
  element.dataset.type = type;
  return element;
}

function button(name, look, action, parts, label = null) {
  return h("button", { type: "button", class: `button ${look}`, "data-do": name, "aria-label": label, ...pressed(action) }, parts);
}
