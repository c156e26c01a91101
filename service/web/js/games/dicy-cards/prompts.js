// The prompt for a player, in one sentence.

import { listed, number, t } from "../../text.js";
import { isNew } from "../parts/newcomers.js";
import { arrived } from "./goal.js";
import { points } from "./scoring.js";
import { selectionOf } from "./choices.js";

/** The sentence above the actions. */
export function promptFor(now) {
  if (now.advice) return adviceIn(now);
  if (now.skipping) return skipMeans(now);
  if (now.asked === "play") return playing(now);
  if (now.asked === "wait") return waiting(now.view);
  if (now.asked === "over") return t("dicy.ask.over");
  const { card } = now;
  if (card !== null) return t(`dicy.ask.sure-${now.asked}`, { card: now.words.title(card) });
  if (now.asked === "freeze" || now.asked === "reset") return t(`dicy.ask.${now.asked}`, { name: turnOf(now.view) });
  return now.asked === "roll" ? rolling(now.view) : t(`dicy.ask.${now.asked}`);
}

/** Before the roll, the sentence says why the round is the last one. */
function rolling(view) {
  const first = arrived(view);
  if (!first.length) return [t("dicy.ask.roll"), isNew(view) && late(view.on_expiry)].filter(Boolean).join(" ");
  return t("dicy.ask.roll-last", { names: listed(first.map(({ name }) => name)), n: first.length });
}

/** What happens when time runs out; "" without a clock. */
const late = (rule) => rule && t(rule.policy === "substitute" ? "dicy.late-rule-substitute" : "dicy.late-rule");

const turnOf = ({ seats, state }) => seats[state.turn].name;

function playing({ view, card, picked, words }) {
  const places = [...picked];
  if (card === null) return places.length ? t("dicy.ask.card") : t("dicy.ask.play");
  const title = words.title(card);
  if (!places.length) return t("dicy.ask.dice", { card: title, text: words.text(card) });
  const won = points(card, view.state.dice, places);
  return won === null ? t("dicy.ask.unfit", { card: title, text: words.text(card) }) : t("dicy.ask.fits", { text: words.text(card), points: won });
}

function waiting(view) {
  const names = listed(view.owed.map(({ seat }) => view.seats[seat].name));
  return view.state.pending.length ? t("dicy.ask.wait-choice", { names }) : t("dicy.ask.wait", { names });
}

/** What a skip would do. */
function skipMeans({ view, seat, asked }) {
  if (asked === "stuck") return t("dicy.ask.stuck");
  const back = view.state.players[seat].frozen.length;
  const others = view.seats.filter((_, other) => other !== seat && view.state.players[other].frozen.length);
  const own = back ? t("dicy.ask.skip", { n: back }) : t("dicy.ask.skip-none");
  return others.length ? `${own} ${t("dicy.ask.skip-others", { names: listed(others.map(({ name }) => name)), n: others.length })}` : own;
}

function adviceIn({ advice: { move, points: expected }, words, view }) {
  const { card, places } = selectionOf(move);
  const faces = places.map((place) => view.state.dice[place]).join(" ");
  const about = { card: card === null ? "" : words.title(card), faces, n: places.length };
  return `${t(`dicy.hint.${move.type}`, about)} ${t("dicy.hint.worth", { points: number(Math.round(expected * 10) / 10) })}`;
}
