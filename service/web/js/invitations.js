// Bots to which this browser has an invitation: it comes as a link, `/#bot=ID&invitation=CODE`. The code is taken out of the address before
// anything else and kept here; it goes out with a seat for its bot, and nowhere else.

import { api } from "./api.js";
import { keep, kept, keptNames } from "./kept.js";
import { tell } from "./notes.js";
import { t } from "./text.js";
import { explain } from "./words.js";

const BEGINNING = "rollstream.invitation.";

/** Keeps the invitation that the address hands over, if it does; what goes wrong is told. */
export async function acceptFromAddress() {
  const handed = new URLSearchParams(location.hash.slice(1));
  const [bot, invitation] = [handed.get("bot"), handed.get("invitation")];
  if (!bot || !invitation) return;
  keep(BEGINNING + bot, invitation); // before it leaves the address: whatever happens to the question below, it is not lost
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const { body } = await lookedUp(bot);
    tell(t("invitation.done", { name: body.name }));
  } catch (problem) {
    if (problem.code === "bot-unknown") keep(BEGINNING + bot, null);
    tell(explain(problem), { lasting: true });
  }
}

/** The bots that may be seated from this browser at tables of a game and are called now: those for everybody, then those by invitation. */
export async function seatableBots(game) {
  const { body } = await api.get(`/v1/bots?game=${encodeURIComponent(game)}`);
  const ids = keptNames(BEGINNING).map((name) => name.slice(BEGINNING.length));
  const invited = await Promise.all(ids.map(invitedBot));
  const more = invited.filter((bot) => bot?.seating === "invited" && bot.games.includes(game));
  return [...body.bots, ...more].filter(({ paused }) => !paused);
}

/** A seat for a bot as a new table takes it, with the invitation if there is one. */
export function botSeat(bot) {
  const invitation = kept(BEGINNING + bot);
  return { kind: "bot", bot, ...(invitation && { invitation }) };
}

/** The invitations that this browser has for the bots in these seats, as a rematch takes them: {[bot]: code}. */
export function invitationsFor(seats) {
  const bots = seats.filter(({ kind }) => kind === "bot").map(({ bot }) => bot);
  return Object.fromEntries(bots.map((bot) => [bot, kept(BEGINNING + bot)]).filter(([, invitation]) => invitation));
}

/** Forgets the invitation of the bot that a table with these seats was refused for: it has been changed. */
export function forgetRefused(problem, seats) {
  if (problem.code !== "bot-not-seatable") return;
  const [list, name] = problem.field.split(".");
  keep(BEGINNING + (list === "invitations" ? name : seats[Number(name)].bot), null);
}

/** The bot, or null; the invitation of one that is not registered any more is forgotten. */
async function invitedBot(bot) {
  try {
    return (await lookedUp(bot)).body;
  } catch (problem) {
    if (problem.code === "bot-unknown") keep(BEGINNING + bot, null);
    return null;
  }
}

const lookedUp = (bot) => api.get(`/v1/bots/${encodeURIComponent(bot)}`, { once: true });
