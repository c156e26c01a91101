// A rematch for the same players: requests it, shows who else has, and goes to the new table when the game starts.

import { api, newKey } from "../api.js";
import { serverNow } from "../clock.js";
import { createdAt, keepAsked } from "../dice.js";
import { h, replace } from "../dom.js";
import { forgetRefused, invitationsFor } from "../invitations.js";
import { navigate } from "../navigation.js";
import { remember, seatsOf } from "../seats.js";
import { listed, t } from "../text.js";
import { clock } from "./clock.js";
import { followRematch } from "./rematch_stream.js";

const BUSY_MS = 200;

/**
 * The part of a finished table about its rematch: {element, leave()}. `act(does)` runs the action of a button and shows
 * errors. A page that has requested the rematch goes to the new table as soon as the game starts.
 */
export function rematch(session, act) {
  const element = h("div", { class: "rematch", role: "status" });
  const left = clock();
  let [timer, shape, asking, awaited, heard] = [null, null, false, false, null];
  const draw = (told) => {
    heard = told;
    if (asking || shape === JSON.stringify(told)) return;
    shape = JSON.stringify(told);
    const state = stateOf(session.view, session.heldHere, told, awaited);
    left.update(state === "waiting" ? told.starts_at : null, false);
    replace(element, parts(session.view, told, state, () => act(ask)), left.element);
    clearTimeout(timer);
    if (state !== "waiting") return;
    awaited = true;
    timer = setTimeout(go, untilStart(session.view, told));
  };
  const redraw = () => {
    shape = null;
    draw(heard);
  };
  const ask = () => tried(session, async () => {
    asking = true;
    try {
      const told = await askForAll(session);
      awaited = true; // redraws even if nothing has changed: this page now goes to the new table
      heard = newer(told, heard);
    } finally {
      asking = false;
      redraw();
    }
  });
  const go = async () => {
    if (!element.isConnected) return;
    const gone = await act(() => tried(session, () => enter(session, heard)));
    if (gone === null) timer = setTimeout(go, BUSY_MS);
    if (gone !== false || !element.isConnected) return;
    awaited = false; // from here on there is a button
    redraw();
  };
  draw(session.view.rematch);
  const stop = followRematch(session.table, draw, () => awaited);
  const leave = () => {
    clearTimeout(timer);
    stop();
    left.leave();
  };
  return { element, leave };
}

/** The newer of the answer and of the last news from the stream about the same rematch. */
const newer = (answer, heard) => (heard?.table === answer.table && heard.asked.length > answer.asked.length ? heard : answer);

/** Runs a request for seats at a rematch. A player who has left it and cannot return goes to its table as a spectator. Throws `Problem`. */
async function tried({ table, view }, does) {
  try {
    await does();
  } catch (problem) {
    forgetRefused(problem, view.seats);
    if (problem.code === "rematch-left") await navigate(`/t/${(await rematchOf(table)).table}`);
    throw problem;
  }
}

/** Goes to the new table. If another device has requested the rematch for the seats held here, this device first claims them, too.
 *  After leaving the rematch, the visitor only watches.
 */
async function enter(session, told) {
  let { table } = told;
  if (!seatsOf(table).length) {
    const { seats } = (await api.get(`/v1/tables/${table}`)).body;
    if (session.heldHere.some((seat) => seats[seat].kind === "human")) ({ table } = await askForAll(session));
  }
  await navigate(`/t/${table}`);
}

const rematchOf = async (table) => (await api.get(`/v1/tables/${table}`)).body.rematch;

/**
 * `watching`: no seat is held here; `none`: no player has requested it; `wanted`: only others have; `waiting`: a seat held here has, or was
 * just awaited here; `begun`: a seat held here has, and the game started before this page was open.
 */
function stateOf(view, held, told, awaited) {
  if (!held.length || view.state === null) return "watching";
  if (told === null) return "none";
  if (!held.some((seat) => told.asked.includes(seat))) return "wanted";
  return awaited || untilStart(view, told) ? "waiting" : "begun";
}

function parts(view, told, state, onAsk) {
  const button = (text) => h("button", { type: "button", class: "button primary", "data-do": "rematch", onclick: onAsk }, text);
  if (state === "none") return button(t("table.rematch"));
  if (told === null) return null;
  const wanted = h("p", {}, t("table.rematch-wanted", { n: told.asked.length, names: listed(told.asked.map((seat) => view.seats[seat].name)) }));
  if (state === "wanted") return [wanted, button(t("table.rematch-accept"))];
  if (state === "begun") return button(t("table.rematch-go"));
  if (state === "waiting") return waiting(view, told);
  return [wanted, h("a", { class: "button", href: `/t/${told.table}`, "data-do": "next-table" }, t("table.rematch-watch"))];
}

function waiting(view, told) {
  const names = missing(view, told);
  return names.length > 0 && h("p", {}, t("table.rematch-waiting", { n: names.length, names: listed(names) }));
}

/** The names of the people who have not requested it yet. */
const missing = ({ seats }, { asked }) => seats.filter(({ seat, kind }) => kind === "human" && !asked.includes(seat)).map(({ name }) => name);

/** Milliseconds until the game starts at the latest; 0 once all have requested it. */
const untilStart = (view, told) => (missing(view, told).length ? Math.max(0, Date.parse(told.starts_at) - serverNow()) : 0);

/** Requests the rematch for every seat held in this browser, and stores the new seats. Returns the rematch. Throws `Problem`. */
async function askForAll({ table, view }) {
  const invitations = invitationsFor(view.seats);
  const wanted = Object.keys(invitations).length ? { invitations } : {};
  let told = await rematchOf(table);
  for (const { seat, token } of seatsOf(table)) told = await ask(table, token, told, wanted);
  return told;
}

/** The first to request the rematch reserves the dice. All others see the commitment before they send a seed. */
async function ask(old, token, known, wanted) {
  const path = `/v1/tables/${old}/rematch`;
  const seen = known && (await fairnessOf(known.table));
  if (!seen) {
    const { body, status, dice } = await createdAt(path, wanted, { token });
    return given({ body, status }, dice.seed, dice.reservation);
  }
  const seed = newKey();
  const { body, status } = await api.post(path, { token, body: { client_seed: seed, ...wanted } });
  return given({ body, status }, seed, null, body.view.table === known.table ? seen : body.view.fairness);
}

/** The fairness data of a rematch's table; null if the table is gone or was abandoned: then a request creates another one. */
async function fairnessOf(table) {
  try {
    const { status, state, fairness } = (await api.get(`/v1/tables/${table}`)).body;
    return status === "finished" && state === null ? null : fairness;
  } catch (problem) {
    if (problem.code !== "table-unknown") throw problem;
    return null;
  }
}

function given({ body, status }, seed, reservation, seen = body.view.fairness) {
  remember(body.view.table, body.seat, body.token);
  keepAsked(body.view, { seed, isFirst: status === 201, reservation, commitment: seen.commitment });
  return body.rematch;
}
