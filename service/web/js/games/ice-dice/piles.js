// A player's own board: a pile for each colour, its number of tokens, and whether the player leads in it.

import { aside, h, replace } from "../../dom.js";
import { number, t } from "../../text.js";
import { smallChip } from "./chip.js";
import { COLOURS, colourMark } from "./colours.js";
import { collected, pointsParts } from "./tokens.js";

/** The piles of a seat and their points: {elements, update(player)}; `onExplain(words)` is called with the explanation of a pile. */
export function piles(onExplain) {
  const each = COLOURS.map((colour) => [colour, pile(colour, onExplain)]);
  const list = h("ul", { class: "piles", "aria-label": t("ice.own") }, each.map(([, { element }]) => element));
  const sum = h("p", { class: "points-parts" });
  const update = (player) => {
    for (const { colour, tokens, leads } of collected(player)) fill(new Map(each).get(colour), colour, tokens, leads);
    replace(sum, pointsText(pointsParts(player)));
  };
  return { elements: [list, sum], update };
}

function pile(colour, onExplain) {
  const element = h("li", { class: `pile of-${colour}`, "data-colour": colour });
  const explain = h("button", { type: "button", class: "explain", tabindex: -1, onclick: () => onExplain(element.title) });
  return { element, explain };
}

function fill({ element, explain }, colour, tokens, leads) {
  const [n, name] = [tokens.length, t(`colour-${colour}`)];
  const numbers = tokens.map((token) => token.number).join(", ");
  const text = n ? t("ice.pile", { colour: name, n, numbers }) : t("ice.pile-none", { colour: name });
  const head = h("span", { class: "pile-head", "aria-hidden": "true" }, colourMark(colour), h("b", {}, n));
  const extra = leads && h("span", { class: "extra", "aria-hidden": "true" }, `+${n}`);
  const stack = h("span", { class: "stack", "aria-hidden": "true" }, tokens.map(smallChip));
  element.classList.toggle("none", n === 0);
  element.classList.toggle("leads", leads);
  element.title = leads ? `${text}, ${t("ice.leads", { n })}` : text;
  explain.setAttribute("aria-label", t("table.explain", { what: name }));
  replace(element, head, extra, stack, aside(element.title), explain);
}

/** "5 tokens + 3 extra + 4 colours" */
function pointsText({ tokens, extra, colours }) {
  const parts = [t("ice.tokens", { n: tokens }), t("ice.extra", { n: extra }), t("ice.colours", { n: colours })];
  return [parts.join(" + "), h("span", {}, ` = ${number(tokens + extra + colours)}`)];
}
