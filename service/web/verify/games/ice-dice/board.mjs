// The board of Ice Dice: its tokens, and what they are worth.

import { shuffle } from "../../draws.mjs";
import { sum } from "../../values.mjs";

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "violet"];

/** Replaces the printed board (I2): six ascending lines of six. Their backs have other tokens' fronts, shuffled once for all tables. */
export function standInBoard() {
  const noSource = { secret: "00".repeat(32), seeds: [], table: "ice-dice-board" };
  const behind = shuffle(noSource, 0, 36, 36).values;
  const front = (index) => ({ number: index + 1, colour: COLOURS[(Math.floor(index / 6) + (index % 6)) % 6] });
  const line = (at) => Array.from({ length: 6 }, (_, column) => 6 * at + column);
  return { lines: Array.from({ length: 6 }, (_, at) => line(at).map((index) => ({ ...front(index), back: front(behind[index]) }))) };
}

/** The tokens in play, in their lines, each with the side that is up. */
export function tokensInPlay(board, variant, drawn) {
  const low = board.lines.map((line) => line.filter(({ number }) => number <= 18));
  const lines = variant === "young" ? low.filter((line) => line.length) : board.lines;
  const tokens = lines.flatMap((line, at) => line.map((token) => ({ ...token, line: at })));
  return tokens.map(({ number, colour, back, line }, index) => {
    const up = drawn?.values[index] === 2 ? back : { number, colour };
    return { token: number, line, number: up.number, colour: up.colour };
  });
}

/** For every seat, from the colours of its tokens: 1 for each, 1 more for each of a colour in which it leads, 1 for each colour. */
export function pointsOf(colours, ties) {
  const counts = colours.map((owned) => COLOURS.map((colour) => owned.filter((other) => other === colour).length));
  const lead = ties === "children" ? 0 : 1;
  return counts.map((mine, at) => {
    const others = counts.filter((_, other) => other !== at);
    const leading = mine.filter((count, colour) => others.every((theirs) => count >= theirs[colour] + lead));
    return sum(mine) + sum(leading) + mine.filter((count) => count).length;
  });
}
