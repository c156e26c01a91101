// The prompt for a player, in one sentence.

import { listed, t } from "../../text.js";
import { isNew } from "../parts/newcomers.js";
import { seatsAtGoal } from "./goal.js";
import { points } from "./scoring.js";

/** The sentence above the actions. */
export function promptFor(now) {
  if (now.advice) return now.advice.text;
  if (now.skipping) return skipMeans(now);
  if (now.decision === "play") return playing(now);
  if (now.decision === "wait") return waiting(now.view);
  if (now.decision === "over") return t("dicy.prompt.over");
  const { card } = now;
  if (card !== null) return t(`dicy.prompt.sure-${now.decision}`, { card: now.words.title(card) });
  if (now.decision === "freeze" || now.decision === "reset") return t(`dicy.prompt.${now.decision}`, { name: turnOf(now.view) });
  return now.decision === "roll" ? rolling(now.view) : t(`dicy.prompt.${now.decision}`);
}

/** Before the roll, the sentence says why the round is the last one. */
function rolling(view) {
  const first = seatsAtGoal(view);
  if (!first.length) return [t("dicy.prompt.roll"), isNew(view) && late(view.on_expiry)].filter(Boolean).join(" ");
  return t("dicy.prompt.roll-last", { names: listed(first.map(({ name }) => name)), n: first.length });
}

/** What happens when time runs out; "" without a clock. */
const late = (rule) => rule && t(rule.policy === "substitute" ? "dicy.late-rule-substitute" : "dicy.late-rule");

const turnOf = ({ seats, state }) => seats[state.turn].name;

function playing({ view, card, picked, words }) {
  const positions = [...picked];
  if (card === null) return positions.length ? t("dicy.prompt.card") : t("dicy.prompt.play");
  const title = words.title(card);
  if (!positions.length) return t("dicy.prompt.dice", { card: title, text: words.text(card) });
  const won = points(card, view.state.dice, positions);
  return won === null ? t("dicy.prompt.unfit", { card: title, text: words.text(card) }) : t("dicy.prompt.fits", { text: words.text(card), points: won });
}

function waiting(view) {
  const names = listed(view.owed.map(({ seat }) => view.seats[seat].name));
  return view.state.pending.length ? t("dicy.prompt.wait-choice", { names }) : t("dicy.prompt.wait", { names });
}

/** What a skip would do. */
function skipMeans({ view, seat, decision }) {
  if (decision === "stuck") return t("dicy.prompt.stuck");
  const back = view.state.players[seat].frozen.length;
  const others = view.seats.filter((_, other) => other !== seat && view.state.players[other].frozen.length);
  const own = back ? t("dicy.prompt.skip", { n: back }) : t("dicy.prompt.skip-none");
  return others.length ? `${own} ${t("dicy.prompt.skip-others", { names: listed(others.map(({ name }) => name)), n: others.length })}` : own;
}
