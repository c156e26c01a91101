// The score sheets of tables that test_parts.py has played: a JSON file for each in the folder TABLES. Run by test_parts.py.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { scoresOf } from "../../service/web/js/replay/timeline.js";
import { cellFor } from "../../service/web/js/table/columns.js";

const FOLDER = process.env.TABLES;
const tables = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf-8")));

async function sheetOf({ game, events }, board = game) {
  const { gameOf } = await import(`../../service/web/js/games/${board}/index.js`);
  return gameOf({ cards: [], piles: [], moves: {} }).sheet(events);
}

/** The sheets of a table: with its game's own board and with that for any game. */
const sheetsOf = (table) => Promise.all([sheetOf(table), sheetOf(table, "any_game")]);

/** The sum of the figures in a seat's column. */
function columnOf(sheet, seat) {
  const cells = sheet.map(({ turns }) => cellFor(seat, turns));
  return cells.reduce((sum, { own, others }) => sum + (own?.points ?? 0) + others, 0);
}

test("the figures in every column add up to the seat's points, and the chart ends there", async () => {
  for (const table of tables) {
    for (const sheet of await sheetsOf(table)) {
      assert.deepEqual(table.points.map((_, seat) => columnOf(sheet, seat)), table.points);
      assert.deepEqual(scoresOf(sheet, table.points.length).at(-1).points, table.points);
    }
  }
  assert.ok(tables.length > 0);
});

test("every turn says what it brought, or the game's own word for bringing nothing", async () => {
  for (const table of tables) {
    for (const turn of (await sheetOf(table)).flatMap(({ turns }) => turns)) {
      assert.equal(typeof (turn.instead ?? turn.did), "string");
      assert.equal(Number.isInteger(turn.points), !turn.instead);
    }
  }
});

test("no seat has two turns in a round, so that none is left out", async () => {
  for (const table of tables) {
    for (const { turns } of (await sheetsOf(table)).flat()) assert.equal(new Set(turns.map(({ seat }) => seat)).size, turns.length);
  }
});
