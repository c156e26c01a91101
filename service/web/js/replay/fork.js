// "Play on from here": a new table continues from any version of a finished one, with the same clock.

import { openDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { botSeat, deleteRefusedInvitation } from "../invitations.js";
import { levelName } from "../levels.js";
import { seatClass } from "../marks.js";
import { playerName } from "../player.js";
import { navigate, presentVisit } from "../navigation.js";
import { seatsOf } from "../seats.js";
import { createTable } from "../joining.js";
import { t } from "../text.js";
import { explain } from "../problems.js";

const ME = "me";
const BOT = "bot";

/** Opens a dialog for the seats of a fork from this version, and goes to the new table. `levels` are those of the built-in players. */
export function openForkDialog({ view, at, levels }) {
  const rows = seatRows(view, levels);
  const wrong = h("p", { class: "wrong", role: "alert" });
  const go = h("button", { type: "submit", class: "button primary" }, t("replay.fork"));
  const form = h("form", { class: "playing-on", onsubmit }, rows.map(({ element }) => element), wrong, h("div", { class: "row end" }, go));
  const dialog = openDialog({ visit: presentVisit(), title: t("replay.fork-title", { at }) }, h("p", { class: "soft" }, t("replay.fork-about")), form);

  async function onsubmit(event) {
    event.preventDefault();
    go.disabled = true;
    replace(wrong);
    const body = { at, seats: rows.map(({ wanted }) => wanted()), turn_seconds: view.turn_seconds };
    try {
      const fork = await createTable(body, `/v1/tables/${view.table}/fork`);
      dialog.close();
      await navigate(`/t/${fork.table}`);
    } catch (problem) {
      replace(wrong, explain(problem));
      deleteRefusedInvitation(problem, body.seats);
      go.disabled = false;
    }
  }
}

/** One row for each seat; only one row at a time can be "me". */
function seatRows({ table, seats }, levels) {
  const own = seatsOf(table)[0]?.seat ?? Math.max(0, seats.findIndex(({ kind }) => kind === "human"));
  const rows = seats.map((entry) => seatRow(entry, levels, entry.seat === own, onMe));
  return rows;

  function onMe(chosen) {
    for (const row of rows) if (row !== chosen && row.chosen() === ME) row.other();
    if (!rows.some((row) => row.chosen() === ME)) chosen.me();
  }
}

function seatRow(entry, levels, mine, onMe) {
  const options = [[ME, t("replay.fork-me")], ...levels.map((level) => [level, t("replay.fork-built-in", { level: levelName(level) })])];
  if (entry.kind === "bot") options.push([BOT, t("replay.fork-bot", { name: entry.name })]);
  const other = entry.kind === "bot" ? BOT : levels.includes(entry.level) ? entry.level : levels.at(-1);
  const choices = options.map(([value, words]) => h("option", { value }, words));
  const select = h("select", { class: "choice", onchange: () => onMe(row) }, choices);
  select.value = mine ? ME : other;
  const label = h("span", {}, h("bdi", {}, entry.name ?? t("replay.free")));
  const row = {
    element: h("label", { class: `field ${seatClass(entry.seat)}` }, label, select),
    chosen: () => select.value,
    other: () => void (select.value = other),
    me: () => void (select.value = ME),
    wanted: () => wantedSeat(select.value, entry),
  };
  return row;
}

function wantedSeat(choice, { bot, name, kind }) {
  if (choice === ME) return { kind: "human", ...named(playerName() ?? (kind === "human" ? name : null)) };
  return choice === BOT ? botSeat(bot) : { kind: "ai", level: choice };
}

const named = (name) => (name ? { name } : {});
