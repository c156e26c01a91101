// A card on the table: picture, name, condition, and whether it is active or frozen.

import { aside, h, svg } from "../../dom.js";
import { t } from "../../text.js";
import { art } from "./art.js";

const FLAKE =
  "M12 2v20M3.3 7l17.4 10M20.7 7 3.3 17M9 3.5l3 3 3-3M9 20.5l3-3 3 3" +
  "M3.2 11l4-1.2-1-4.1M20.8 13l-4 1.2 1 4.1M3.2 13l4 1.2-1 4.1M20.8 11l-4-1.2 1-4.1";
const SUN = "M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z";
const EFFECTS = { "any-two": "freeze", "three-lowest": "freeze", sixes: "reset" };

const icon = (name, d) => svg("svg", { class: name, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));

/** A snowflake, the mark of a frozen card. */
export const flake = () => icon("flake", FLAKE);

/** A card of another player, or any card for a spectator: {element, update({frozen})}; `onExplain(card)` is called to explain it. */
export function smallCard(card, words, onExplain) {
  const state = aside("");
  const label = t("table.explain", { what: words.title(card) });
  const explain = h("button", { type: "button", class: "explain", tabindex: -1, "aria-label": label, onclick: () => onExplain(card) });
  const element = h("li", { class: `card small of-${card}`, "data-card": card, title: `${words.title(card)}: ${words.text(card)}` },
    picture(card), h("span", { class: "name" }, words.title(card)), frost(), state, explain);
  return { element, update: ({ frozen }) => showFrozen(element, state, frozen) };
}

/**
 * One of the player's own cards, as a button: {element, update({frozen, chosen, now, best, wanted})}. `now` is its points with the
 * selected dice, `best` its most points with this roll (null: it does not fit; undefined: shows nothing). `wanted`: it can be chosen now.
 */
export function ownCard(card, words, onChoose) {
  const state = aside("");
  const worth = h("b", { "aria-hidden": "true" });
  const spoken = aside("");
  const most = h("span", { class: "best" });
  const element = h("button", { type: "button", class: `card own of-${card}`, "data-card": card, onclick: () => onChoose(card) },
    picture(card), h("span", { class: "name" }, words.title(card)), h("span", { class: "about" }, words.text(card)),
    frost(), state, h("span", { class: "band" }, worth, spoken, most));
  const update = ({ frozen, chosen, wanted, now, best }) => {
    showFrozen(element, state, frozen);
    element.classList.toggle("wanted", wanted);
    element.setAttribute("aria-pressed", String(chosen));
    worth.textContent = now === undefined ? "" : now === null ? "–" : `+${now}`;
    spoken.textContent = now === undefined ? "" : now === null ? `, ${t("dicy.now-none")}` : `, ${t("dicy.now", { points: now })}`;
    worth.classList.toggle("fits", Number.isInteger(now));
    most.textContent = best === undefined ? "" : best === null ? t("dicy.best-none") : t("dicy.best", { points: best });
    element.classList.toggle("useless", best === null);
  };
  return { element: h("li", {}, element), button: element, update };
}

function picture(card) {
  const effect = EFFECTS[card];
  const mark = effect && h("span", { class: `effect ${effect}` }, icon("", effect === "freeze" ? FLAKE : SUN));
  return h("span", { class: "picture" }, art(card), mark);
}

function frost() {
  return h("span", { class: "frost", "aria-hidden": "true" }, flake(), h("span", {}, t("dicy.frozen")));
}

function showFrozen(element, state, frozen) {
  element.classList.toggle("frozen", frozen);
  state.textContent = frozen ? `, ${t("dicy.frozen")}` : `, ${t("dicy.active")}`;
}
