// The buttons, the slider and the speeds below the table, and the keys with the same actions.

import { h, svg } from "../dom.js";
import { keptInSight } from "../in_sight.js";
import { t } from "../text.js";

const SPEEDS = [
  { name: "slow", shown: "½×", ms: 2200, animated: true },
  { name: "normal", shown: "1×", ms: 1100, animated: true },
  { name: "fast", shown: "3×", ms: 350, animated: false },
];
const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 5l11 7-11 7z",
  rest: "M8 5v14M16 5v14",
  forward: "M8 5l9 7-9 7z",
  end: "M18 5v14M5 5l9 7-9 7z",
};

/** Buttons for a stepper, whose actions are the argument. Returns `{element, update({at, last, playing}, words), speed()}`: how
 * long (ms) a step stays at least, and whether it is animated. `caption` is above them. */
export function controls({ first, back, toggle, forward, end, go }, caption) {
  const slider = h("input", { type: "range", min: 1, step: 1, "aria-label": t("replay.position"), oninput: () => go(Number(slider.value)) });
  const counter = h("output", {});
  const play = button("play", t("replay.play"), toggle, "primary");
  const buttons = [button("first", t("replay.first"), first), button("back", t("replay.back"), back), play];
  buttons.push(button("forward", t("replay.forward"), forward), button("end", t("replay.end"), end));
  const speeds = SPEEDS.map((speed) => speedOf(speed));
  const speeding = h("fieldset", { class: "speeds" }, h("legend", { class: "aside" }, t("replay.speed")), speeds.map(({ label }) => label));
  const element = h(
    "nav",
    { class: "panel pacing", "aria-label": t("replay.controls") },
    caption,
    h("div", { class: "slide" }, slider, counter),
    h("div", { class: "buttons" }, buttons, speeding),
  );
  return { element: keptInSight(element), update, speed: () => speeds.find(({ input }) => input.checked).speed };

  function update({ at, last, playing }, words) {
    Object.assign(slider, { max: last, value: at });
    slider.setAttribute("aria-valuetext", t("replay.position-words", { at, words }));
    counter.textContent = `${at} / ${last}`;
    play.setAttribute("aria-label", playing ? t("replay.pause") : t("replay.play"));
    play.title = play.getAttribute("aria-label");
    play.firstChild.firstChild.setAttribute("d", playing ? PATHS.rest : PATHS.play);
    play.classList.toggle("resting", playing);
  }
}

function button(name, label, action, look = "") {
  const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
  return h("button", { type: "button", class: `step ${look}`, "data-step": name, title: label, "aria-label": label, onclick: action }, icon);
}

function speedOf(speed) {
  const { name, shown } = speed;
  const label = { slow: t("replay.slow"), normal: t("replay.normal"), fast: t("replay.fast") }[name];
  const input = h("input", { type: "radio", name: "speed", "aria-label": `${shown} ${label}`, checked: name === "normal" });
  return { input, speed, label: h("label", {}, input, h("span", {}, shown)) };
}

/** Listens to ← → space Home End wherever the focused element does not use them. Returns a function that stops this. */
export function listenToKeys({ first, back, toggle, forward, end }) {
  const keys = { ArrowLeft: back, ArrowRight: forward, Home: first, End: end, " ": toggle };
  const onKey = (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || takes(event.target, event.key)) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Whether the focused element uses the key itself. The slider uses no key differently. */
function takes(target, key) {
  if (target.closest("input[type=range]")) return false;
  if (target.closest("input, select, textarea, dialog, [contenteditable]")) return true;
  if (key === " ") return Boolean(target.closest("button, summary"));
  return (key === "Home" || key === "End") && Boolean(target.closest(".scroll"));
}
