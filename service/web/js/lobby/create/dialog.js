// The dialog that creates a table: the game, the players, its options, its clock.

import { once } from "../../busy.js";
import { gameDetails } from "../../catalogue.js";
import { openDialog } from "../../dialog.js";
import { h, replace } from "../../dom.js";
import { loadTextsOf } from "../../games/index.js";
import { deleteRefusedInvitation, seatableBots } from "../../invitations.js";
import { navigate } from "../../navigation.js";
import { createTable } from "../../joining.js";
import { t } from "../../text.js";
import { explain } from "../../problems.js";
import { adviceField } from "./advice.js";
import { gameChoice } from "./game.js";
import { optionFields } from "./options.js";
import { paceFields } from "./pace.js";
import { seatFields } from "./seats.js";

/** Opens the dialog for these games, unless this visit is over, and goes to the table created in it. Throws `Problem`. */
export async function openCreateDialog(games, visit) {
  const body = h("div", { class: "create-body" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const game = gameChoice(games, once(() => change()));
  let wanted = null;
  const change = async () => {
    replace(wrong);
    for (let shown = null; shown !== game.value(); ) wanted = await showFields(body, (shown = game.value()));
  };
  await change();
  const create = once(async () => {
    const request = { game: game.value(), ...wanted() };
    const view = await createTable(request).catch((problem) => showRefusal(wrong, problem, request.seats));
    if (!view) return;
    dialog.close();
    await navigate(`/t/${view.table}`);
  });
  const button = h("button", { type: "button", class: "button primary big", onclick: create }, t("create.submit"));
  const foot = h("div", { class: "row end create-foot" }, button);
  const dialog = openDialog({ visit, title: t("create.title"), wide: true }, game.element, body, wrong, foot);
}

/** Puts the fields of a game into the dialog. Returns a function that returns their values as members of `POST /v1/tables`. */
async function showFields(body, name) {
  const [details, bots] = await Promise.all([gameDetails(name), seatableBots(name), loadTextsOf(name)]);
  const seats = seatFields(details, bots);
  const options = optionFields(details);
  const pace = paceFields(details);
  const advice = adviceField();
  const adapt = () => advice.adapt({ seats: seats.value(), ...pace.value() });
  adapt();
  const players = h("div", { onchange: adapt, onclick: adapt }, seats.element);
  const terms = h("div", { onchange: adapt }, pace.element, advice.element);
  replace(body, players, options.element, terms);
  return () => ({ seats: seats.value(), options: options.value(), ...pace.value(), ...advice.value() });
}

function showRefusal(wrong, problem, seats) {
  if (!("code" in problem)) throw problem;
  wrong.textContent = explain(problem);
  deleteRefusedInvitation(problem, seats);
  return null;
}
