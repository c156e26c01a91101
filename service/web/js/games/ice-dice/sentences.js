// The game's events, in words.

import { t } from "../../text.js";
import { written } from "./arithmetic.js";
import { tokenOf } from "./tokens.js";

/** One sentence about an event with the names of `view`; "" for events described elsewhere (a turn starts with its roll, a resignation). */
export function sentence({ type, seat, data }, view, { late }) {
  const name = view.seats[data.first ?? seat]?.name ?? "";
  return SENTENCES[nameOf(type)]?.({ ...data, seat, name, late, state: view.state }) ?? "";
}

/** What the service did for a seat whose time ran out, addressed to its player. */
export const lateSentence = ({ type, data }) => t(`ice.late.${nameOf(type)}`, { number: data.number ?? "" });

const nameOf = (type) => type.replace("ice-dice.", "");

const faces = (values) => values.join(" ");

/** The texts about a token that was moved: its number, its colour, the calculation that made it. */
function moved({ name, token, number, expression, dice, state }) {
  const { colour } = tokenOf(state, token) ?? {};
  return { name, number, colour: colour ? t(`ice.colour.${colour}`) : "", sum: expression ? written(expression, dice) : "" };
}

const SENTENCES = {
  "board-laid": ({ tokens }) => t("ice.log.board", { n: tokens.length }),
  "first-seat-chosen": ({ name, draw }) => t(draw ? "ice.log.first" : "ice.log.next-first", { name }),
  "token-set-up": (data) => t(data.late ? "ice.log.set-up-late" : "ice.log.set-up", moved(data)),
  "dice-rolled": ({ name, dice }) => t("ice.log.rolled", { name, dice: faces(dice) }),
  "dice-rerolled": ({ name, dice, positions }) => t("ice.log.rerolled", { name, n: positions.length, dice: faces(dice) }),
  "token-shifted": (data) => t("ice.log.shifted", moved(data)),
  "token-taken": (data) => t("ice.log.taken", { ...moved(data), points: data.points[data.seat] }),
  "turn-passed": ({ name, late }) => t(late ? "ice.log.passed-late" : "ice.log.passed", { name }),
  "game-ended": ({ reason }) => t(`ice.log.ended-${reason}`),
};
