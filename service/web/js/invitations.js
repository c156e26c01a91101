// Invitations to bots, stored in this browser. One comes as a link, `/#bot=ID&invitation=CODE`. The page first removes the code from the
// address and stores it here. The page sends it only with a seat for its bot.

import { api } from "./api.js";
import { readStorage, storedNames, writeStorage } from "./storage.js";
import { showNote } from "./notes.js";
import { t } from "./text.js";
import { showProblem } from "./problems.js";

const KEY_PREFIX = "rollstream.invitation.";

/** Stores the invitation that the address contains, if any. Errors are shown. */
export async function acceptFromAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [bot, invitation] = [parameters.get("bot"), parameters.get("invitation")];
  if (!bot || !invitation) return;
  writeStorage(KEY_PREFIX + bot, invitation); // before it leaves the address: it is safe whatever happens to the dialog below
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const { body } = await fetchBot(bot);
    showNote(t("invitation.done", { name: body.name }));
  } catch (problem) {
    if (problem.code === "bot-unknown") writeStorage(KEY_PREFIX + bot, null);
    showProblem(problem, { lasting: true });
  }
}

/** The bots that this browser may seat in a game and that the service calls now: the public ones, then those by invitation. */
export async function seatableBots(game) {
  const { body } = await api.get(`/v1/bots?game=${encodeURIComponent(game)}`);
  const ids = storedNames(KEY_PREFIX).map((name) => name.slice(KEY_PREFIX.length));
  const invited = await Promise.all(ids.map(invitedBot));
  const more = invited.filter((bot) => bot?.seating === "invited" && bot.games.includes(game));
  return [...body.bots, ...more].filter(({ paused }) => !paused);
}

/** A bot's seat for the request of a new table, with the invitation if there is one. */
export function botSeat(bot) {
  const invitation = readStorage(KEY_PREFIX + bot);
  return { kind: "bot", bot, ...(invitation && { invitation }) };
}

/** This browser's invitations to the bots in these seats, for the request of a rematch: {[bot]: code}. */
export function invitationsFor(seats) {
  const bots = seats.filter(({ kind }) => kind === "bot").map(({ bot }) => bot);
  return Object.fromEntries(bots.map((bot) => [bot, readStorage(KEY_PREFIX + bot)]).filter(([, invitation]) => invitation));
}

/** Deletes the invitation to the bot for which a table with these seats was refused: the invitation has changed. */
export function deleteRefusedInvitation(problem, seats) {
  if (problem.code !== "bot-not-seatable") return;
  const [list, name] = problem.field.split(".");
  writeStorage(KEY_PREFIX + (list === "invitations" ? name : seats[Number(name)].bot), null);
}

/** The bot, or null. Deletes the invitation to a bot that is no longer registered. */
async function invitedBot(bot) {
  try {
    return (await fetchBot(bot)).body;
  } catch (problem) {
    if (problem.code === "bot-unknown") writeStorage(KEY_PREFIX + bot, null);
    return null;
  }
}

const fetchBot = (bot) => api.get(`/v1/bots/${encodeURIComponent(bot)}`, { once: true });
