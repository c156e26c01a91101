// A rematch for the same players: requests it, shows who else has, and goes to the new table when the game starts.

import { api, newKey } from "../api.js";
import { serverNow } from "../clock.js";
import { requestTable, storeRematchDice } from "../dice.js";
import { h, replace } from "../dom.js";
import { deleteRefusedInvitation, invitationsFor } from "../invitations.js";
import { navigate } from "../navigation.js";
import { seatsOf, storeSeat } from "../seats.js";
import { listed, t } from "../text.js";
import { clock } from "./clock.js";
import { followRematch } from "./rematch_stream.js";

const BUSY_MS = 200;

/**
 * The part of a finished table about its rematch: {element, leave()}. `act(action)` runs the action of a button and shows
 * errors. A page that has requested the rematch goes to the new table as soon as the game starts.
 */
export function rematch(session, act) {
  const element = h("div", { class: "rematch", role: "status" });
  const countdown = clock();
  let [timer, shape, requesting, isAwaited, latest] = [null, null, false, false, null];
  const draw = (offer) => {
    latest = offer;
    if (requesting || shape === JSON.stringify(offer)) return;
    shape = JSON.stringify(offer);
    const state = stateOf(session.view, session.heldHere, offer, isAwaited);
    countdown.update(state === "waiting" ? offer.starts_at : null, false);
    replace(element, parts(session.view, offer, state, () => act(request)), countdown.element);
    clearTimeout(timer);
    if (state !== "waiting") return;
    isAwaited = true;
    timer = setTimeout(go, untilStart(session.view, offer));
  };
  const redraw = () => {
    shape = null;
    draw(latest);
  };
  const request = () => attempt(session, async () => {
    requesting = true;
    try {
      const offer = await requestForAll(session);
      isAwaited = true; // redraws even if nothing has changed: this page now goes to the new table
      latest = newer(offer, latest);
    } finally {
      requesting = false;
      redraw();
    }
  });
  const go = async () => {
    if (!element.isConnected) return;
    const gone = await act(() => attempt(session, () => enter(session, latest)));
    if (gone === null) timer = setTimeout(go, BUSY_MS);
    if (gone !== false || !element.isConnected) return;
    isAwaited = false; // from here on there is a button
    redraw();
  };
  draw(session.view.rematch);
  const stop = followRematch(session.table, draw, () => isAwaited);
  const leave = () => {
    clearTimeout(timer);
    stop();
    countdown.leave();
  };
  return { element, leave };
}

/** The newer of the answer and of the last news from the stream about the same rematch. */
const newer = (answer, latest) => (latest?.table === answer.table && latest.asked.length > answer.asked.length ? latest : answer);

/** Runs a request for seats at a rematch. A player who has left it and cannot return goes to its table as a spectator. Throws `Problem`. */
async function attempt({ table, view }, action) {
  try {
    await action();
  } catch (problem) {
    deleteRefusedInvitation(problem, view.seats);
    if (problem.code === "rematch-left") await navigate(`/t/${(await fetchRematch(table)).table}`);
    throw problem;
  }
}

/** Goes to the new table. If another device has requested the rematch for the seats held here, this device first claims them, too.
 *  After leaving the rematch, the visitor only watches.
 */
async function enter(session, offer) {
  let { table } = offer;
  if (!seatsOf(table).length) {
    const { seats } = (await api.get(`/v1/tables/${table}`)).body;
    if (session.heldHere.some((seat) => seats[seat].kind === "human")) ({ table } = await requestForAll(session));
  }
  await navigate(`/t/${table}`);
}

const fetchRematch = async (table) => (await api.get(`/v1/tables/${table}`)).body.rematch;

/**
 * `watching`: no seat is held here; `none`: no player has requested it; `wanted`: only others have; `waiting`: a seat held here has, or was
 * just awaited here; `begun`: a seat held here has, and the game started before this page was open.
 */
function stateOf(view, held, offer, isAwaited) {
  if (!held.length || view.state === null) return "watching";
  if (offer === null) return "none";
  if (!held.some((seat) => offer.asked.includes(seat))) return "wanted";
  return isAwaited || untilStart(view, offer) ? "waiting" : "begun";
}

function parts(view, offer, state, onRequest) {
  const button = (text) => h("button", { type: "button", class: "button primary", "data-do": "rematch", onclick: onRequest }, text);
  if (state === "none") return button(t("table.rematch"));
  if (offer === null) return null;
  const wanted = h("p", {}, t("table.rematch-wanted", { n: offer.asked.length, names: listed(offer.asked.map((seat) => view.seats[seat].name)) }));
  if (state === "wanted") return [wanted, button(t("table.rematch-accept"))];
  if (state === "begun") return button(t("table.rematch-go"));
  if (state === "waiting") return waiting(view, offer);
  return [wanted, h("a", { class: "button", href: `/t/${offer.table}`, "data-do": "next-table" }, t("table.rematch-watch"))];
}

function waiting(view, offer) {
  const names = missing(view, offer);
  return names.length > 0 && h("p", {}, t("table.rematch-waiting", { n: names.length, names: listed(names) }));
}

/** The names of the people who have not requested it yet. */
const missing = ({ seats }, { asked }) => seats.filter(({ seat, kind }) => kind === "human" && !asked.includes(seat)).map(({ name }) => name);

/** Milliseconds until the game starts at the latest; 0 once all have requested it. */
const untilStart = (view, offer) => (missing(view, offer).length ? Math.max(0, Date.parse(offer.starts_at) - serverNow()) : 0);

/** Requests the rematch for every seat held in this browser, and stores the new seats. Returns the rematch. Throws `Problem`. */
async function requestForAll({ table, view }) {
  const invitations = invitationsFor(view.seats);
  const wanted = Object.keys(invitations).length ? { invitations } : {};
  let offer = await fetchRematch(table);
  for (const { seat, token } of seatsOf(table)) offer = await requestForSeat(table, token, offer, wanted);
  return offer;
}

/** The first to request the rematch reserves the dice. All others see the commitment before they send a seed. */
async function requestForSeat(old, token, known, wanted) {
  const path = `/v1/tables/${old}/rematch`;
  const seen = known && (await fetchFairness(known.table));
  if (!seen) {
    const { body, status, dice } = await requestTable(path, wanted, { token });
    return storeRequested({ body, status }, dice.seed, dice.reservation);
  }
  const seed = newKey();
  const { body, status } = await api.post(path, { token, body: { client_seed: seed, ...wanted } });
  return storeRequested({ body, status }, seed, null, body.view.table === known.table ? seen : body.view.fairness);
}

/** The fairness data of a rematch's table; null if the table is gone or was abandoned: then a request creates another one. */
async function fetchFairness(table) {
  try {
    const { status, state, fairness } = (await api.get(`/v1/tables/${table}`)).body;
    return status === "finished" && state === null ? null : fairness;
  } catch (problem) {
    if (problem.code !== "table-unknown") throw problem;
    return null;
  }
}

function storeRequested({ body, status }, seed, reservation, seen = body.view.fairness) {
  storeSeat(body.view.table, body.seat, body.token);
  storeRematchDice(body.view, { seed, isFirst: status === 201, reservation, commitment: seen.commitment });
  return body.rematch;
}
