// A table before the start: its players, how to invite others, and how to join.

import { h, replace } from "../dom.js";
import { levelName } from "../levels.js";
import { seatClass, who } from "../marks.js";
import { nameField } from "../player.js";
import { joinTable } from "../joining.js";
import { t } from "../text.js";
import { copyField } from "./copying.js";
import { termsList } from "./terms.js";

/** {element, update(session)}. `act(does)` runs the action of a button and shows errors. */
export function waiting(session, game, act) {
  const seats = h("ul", { class: "player-list" });
  const actions = h("div", { class: "next-step" });
  const link = copyField(`${location.origin}/t/${session.table}`, t("table.link-label"));
  const invite = h("section", { class: "panel" }, h("h2", {}, t("table.invite")), h("p", { class: "soft" }, t("table.invite-about")), link);
  const terms = h("section", { class: "panel" }, h("h2", {}, t("terms.title")), termsList(game, session.view));
  const element = h("div", { class: "waiting-room" }, h("section", { class: "panel" }, h("h2", {}, t("table.players")), seats, actions), terms, invite);
  let shape = null;
  const update = () => {
    const { view, seat } = session;
    replace(seats, view.seats.map((entry) => seatItem(entry, seat)));
    const free = view.seats.some(({ kind }) => kind === "open");
    if (shape !== `${free} ${seat}`) replace(actions, free ? (seat === null ? joinForm(session, act) : waitingNote()) : startButton(session, act));
    shape = `${free} ${seat}`;
    invite.hidden = !free;
  };
  return { element, update };
}

function seatItem({ seat, kind, name, level }, own) {
  if (kind === "open") return h("li", { class: `free ${seatClass(seat)}` }, who(seat, t("table.free")));
  const tag = kind === "ai" ? levelName(level) : kind === "bot" ? t("table.bot") : seat === own ? t("table.you") : null;
  return h("li", { class: seatClass(seat) }, who(seat, name), tag && h("span", { class: "tag" }, tag));
}

function joinForm(session, act) {
  const join = async () => {
    await joinTable(session.table);
    await session.reseat();
  };
  const onsubmit = (event) => {
    event.preventDefault();
    act(join);
  };
  const button = h("button", { type: "submit", class: "button primary", "data-do": "join" }, t("table.join"));
  return h("form", { class: "join-form", onsubmit }, nameField(), button);
}

const waitingNote = () => h("p", { class: "soft", role: "status" }, t("table.wait-for-others"));

function startButton(session, act) {
  if (session.seat === null) return h("p", { class: "soft" }, t("table.wait-for-start"));
  const start = async () => {
    const { body } = await session.request("post", "/start");
    await session.add(body.events, body.view);
  };
  return h("button", { type: "button", class: "button primary", "data-do": "start", onclick: () => act(start) }, t("table.start"));
}
