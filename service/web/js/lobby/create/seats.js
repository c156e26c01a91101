// The seats of a new table: you, an open seat, built-in players, bots.

import { h, replace } from "../../dom.js";
import { botSeat } from "../../invitations.js";
import { seatMark } from "../../marks.js";
import { ownSeat } from "../../joining.js";
import { levelName } from "../../levels.js";
import { t } from "../../text.js";

/** The fields for the seats of a game: {element, value()}. */
export function seatFields({ seats: { min, max }, players }, bots) {
  const entries = kinds(players, bots);
  let chosen = ["me", ...Array(Math.max(min, Math.min(max, 2)) - 1).fill("open")];
  const list = h("ol", { class: "seat-fields" });
  const another = () => change([...chosen, "open"], chosen.length);
  const add = h("button", { type: "button", class: "button small plain", onclick: another }, `+ ${t("create.another")}`);
  const change = (next, focused = null) => {
    chosen = next;
    replace(list, chosen.map((_, index) => row(index)));
    add.hidden = chosen.length >= max;
    if (focused !== null) list.children[Math.min(focused, chosen.length - 1)].querySelector("select").focus();
  };
  const row = (index) => {
    const here = entries.filter(([value]) => value !== "me" || index === 0);
    const options = here.map(([value, text]) => h("option", { value, selected: value === chosen[index] }, text));
    const select = h("select", { class: "choice", "aria-label": t("create.seat", { n: index + 1 }) }, options);
    select.addEventListener("change", () => (chosen[index] = select.value));
    const without = () => change(chosen.filter((_, other) => other !== index), index);
    const label = `${t("create.fewer")} (${index + 1})`;
    const drop = h("button", { type: "button", class: "icon", "aria-label": label, onclick: without }, "×");
    return h("li", {}, seatMark(index), select, chosen.length > min && index > 0 && drop);
  };
  change(chosen);
  const note = h("p", { class: "soft small" }, t("create.invite"));
  const element = h("fieldset", { class: "create-part" }, h("legend", {}, t("create.seats")), list, add, note);
  return { element, value: () => chosen.map((value) => seatFor(value)) };
}

/** All kinds of a seat: [[value, text]]. */
function kinds(players, bots) {
  return [
    ["me", t("create.me")],
    ["open", t("create.open-seat")],
    ...players.map((level) => [`ai ${level}`, t("create.built-in", { level: levelName(level) })]),
    ...bots.map(({ id, name }) => [`bot ${id}`, t("create.bot", { name })]),
  ];
}

/** A seat in the form of `POST /v1/tables`. */
function seatFor(value) {
  const [kind, which] = value.split(" ");
  if (kind === "me") return ownSeat();
  if (kind === "ai") return { kind, level: which };
  return kind === "bot" ? botSeat(which) : { kind };
}
