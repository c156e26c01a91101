// The actions at a table besides playing: replay, a second device, resigning or leaving.

import { seatLink } from "../claim.js";
import { confirmDialog, openDialog } from "../dialog.js";
import { deleteJoinedSeeds } from "../dice.js";
import { h, replace } from "../dom.js";
import { navigate, presentVisit } from "../navigation.js";
import { deleteSeat } from "../seats.js";
import { t } from "../text.js";
import { copyField } from "./copying.js";

/** {element, update(session)}. `act(does)` runs the action of a button and shows errors. */
export function tools(session, act) {
  const element = h("section", { class: "panel table-tools", "aria-labelledby": "tools-title" });
  const heading = h("h2", { id: "tools-title" }, t("table.tools"));
  let shape = null;
  const update = () => {
    const { status, seats } = session.view;
    const playing = session.held !== null && !seats[session.seat].resigned;
    if (shape === `${status} ${playing}`) return;
    shape = `${status} ${playing}`;
    replace(element, heading, h("div", { class: "row" },
      status !== "open" && h("a", { class: "button small", href: `/t/${session.table}?at=1`, "data-do": "replay" }, t("table.replay")),
      playing && status !== "finished" && button("device", t("table.device"), () => act(() => showLink(session))),
      playing && status === "open" && button("leave", t("table.leave"), () => act(() => leave(session))),
      playing && status === "playing" && button("resign", t("table.resign"), () => act(() => resign(session)))));
  };
  return { element, update };
}

const button = (name, text, onclick) => h("button", { type: "button", class: "button small", "data-do": name, onclick }, text);

async function showLink({ table, held }) {
  const visit = presentVisit();
  const { link } = await seatLink(table, held);
  openDialog({ visit, title: t("table.device") }, h("p", {}, t("table.device-about")), copyField(link, t("table.device-link")));
}

async function resign(session) {
  const sure = await confirmDialog({ title: t("table.resign-sure"), text: t("table.resign-about"), yes: t("table.resign"), danger: true });
  if (!sure) return;
  const { body } = await session.request("delete", `/seats/${session.seat}`);
  await session.add(body.events, body.view);
}

async function leave(session) {
  const sure = await confirmDialog({ title: t("table.leave-sure"), text: t("table.leave-about"), yes: t("table.leave") });
  if (!sure) return;
  await session.request("delete", `/seats/${session.seat}`);
  deleteSeat(session.table, session.seat);
  deleteJoinedSeeds(session.table);
  await navigate("/");
}
