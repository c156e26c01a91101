// The choice of a game: each with its title, its number of players, and its description.

import { once } from "../../busy.js";
import { h } from "../../dom.js";
import { openRules } from "../../rules.js";
import { t } from "../../text.js";

/** The choice of a game, first the first one: {element, value()}; `onChange(event)` is called when it changes. */
export function gameChoice(games, onChange) {
  const picks = games.map((game, index) => pick(game, index === 0));
  const chosen = () => picks.find(({ box }) => box.checked).game;
  const showRules = once((visit) => openRules(chosen(), visit));
  const rules = h("button", { type: "button", class: "link", onclick: showRules }, t("table.rules"));
  const choices = h("div", { class: "picks" }, picks.map(({ element }) => element));
  const legend = h("legend", {}, t("create.game"));
  const element = h("fieldset", { class: "create-part create-game", onchange: onChange }, legend, choices, rules);
  return { element, value: chosen };
}

function pick({ game, title, summary, seats: { min, max } }, checked) {
  const box = h("input", { type: "radio", name: "game", value: game, checked });
  const [what] = summary.split(/(?<=\.) /);
  const text = h("span", {}, h("b", {}, title), h("small", {}, t("create.players", { min, max })), h("small", {}, what));
  return { game, box, element: h("label", { class: "pick" }, box, text) };
}
