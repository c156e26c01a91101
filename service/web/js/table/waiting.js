// A table before the start: its players, how to invite others, and how to join.

import { h, replace } from "../dom.js";
import { seatClass, who } from "../marks.js";
import { nameField } from "../player.js";
import { sitDown } from "../sitting.js";
import { t } from "../text.js";
import { copyField } from "./copying.js";
import { termsList } from "./terms.js";

/** {element, update(session)}. `act(does)` runs the action of a button and shows errors. */
export function waiting(session, game, act) {
  const seats = h("ul", { class: "places" });
  const doing = h("div", { class: "doing" });
  const link = copyField(`${location.origin}/t/${session.table}`, t("table.link-label"));
  const invite = h("section", { class: "panel" }, h("h2", {}, t("table.invite")), h("p", { class: "soft" }, t("table.invite-about")), link);
  const terms = h("section", { class: "panel" }, h("h2", {}, t("terms.title")), termsList(game, session.view));
  const element = h("div", { class: "lounge" }, h("section", { class: "panel" }, h("h2", {}, t("table.places")), seats, doing), terms, invite);
  let shape = null;
  const update = () => {
    const { view, seat } = session;
    replace(seats, view.seats.map((place) => placeOf(place, seat)));
    const free = view.seats.some(({ kind }) => kind === "open");
    if (shape !== `${free} ${seat}`) replace(doing, free ? (seat === null ? sitting(session, act) : staying()) : starting(session, act));
    shape = `${free} ${seat}`;
    invite.hidden = !free;
  };
  return { element, update };
}

function placeOf({ seat, kind, name, level }, own) {
  if (kind === "open") return h("li", { class: `free ${seatClass(seat)}` }, who(seat, t("table.free")));
  const tag = kind === "ai" ? t(`level.${level}`) : kind === "bot" ? t("table.bot") : seat === own ? t("table.you") : null;
  return h("li", { class: seatClass(seat) }, who(seat, name), tag && h("span", { class: "tag" }, tag));
}

function sitting(session, act) {
  const sit = async () => {
    await sitDown(session.table);
    await session.reseat();
  };
  const onsubmit = (event) => {
    event.preventDefault();
    act(sit);
  };
  const button = h("button", { type: "submit", class: "button primary", "data-do": "sit" }, t("table.sit"));
  return h("form", { class: "sit", onsubmit }, nameField(), button);
}

const staying = () => h("p", { class: "soft", role: "status" }, t("table.wait-for-others"));

function starting(session, act) {
  if (session.seat === null) return h("p", { class: "soft" }, t("table.wait-for-start"));
  const start = async () => {
    const { body } = await session.ask("post", "/start");
    await session.take(body.events, body.view);
  };
  return h("button", { type: "button", class: "button primary", "data-do": "start", onclick: () => act(start) }, t("table.start"));
}
