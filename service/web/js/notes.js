// Short notes over the page: what was done, what failed. Screen readers announce them. They cover nothing that can be pressed,
// and move away when the page below them moves.

import { h } from "./dom.js";
import { t } from "./text.js";

const STAYS_MS = 6_000;
const CHECK_MS = 150;
const STEP = 4; // pixels between the positions that are tried
const PRESSABLE = "a, button, input, select, summary, textarea";

let checking = null;

/** Shows a note; a `lasting` one stays until the visitor closes it. `removeNotes` removes those of a `kind`. */
export function showNote(text, { lasting = false, kind = null } = {}) {
  const box = document.getElementById("notes");
  if ([...box.children].some((note) => note.firstChild.textContent === text)) return;
  const close = h("button", { type: "button", class: "icon", "aria-label": t("page.close"), onclick: () => note.remove() }, "×");
  const note = h("div", { class: "note", "data-kind": kind, role: lasting ? "alert" : "status" }, h("p", {}, text), close);
  box.append(note);
  if (!lasting) setTimeout(() => note.remove(), STAYS_MS);
  placeBox(box);
  checking ??= setInterval(placeBox, CHECK_MS, box);
}

/** Removes the notes of a kind. */
export function removeNotes(kind) {
  document.querySelectorAll(`#notes [data-kind="${kind}"]`).forEach((note) => note.remove());
}

/** Moves the notes to the first position from the top where they cover nothing that can be pressed, or the least of it. */
function placeBox(box) {
  const notes = [...box.children];
  if (!notes.length) {
    clearInterval(checking);
    checking = null;
    return;
  }
  const height = box.offsetHeight;
  const left = box.offsetLeft + Math.min(...notes.map((note) => note.offsetLeft));
  const right = box.offsetLeft + Math.max(...notes.map((note) => note.offsetLeft + note.offsetWidth));
  const beside = pressableAreas(box).filter((one) => one.left < right && one.right > left);
  const covered = (top) => beside.filter((one) => one.top < top + height && one.bottom > top).length;
  let [best, least] = [STEP, Infinity];
  for (let top = STEP; least && top + height <= innerHeight; top += STEP) {
    const many = covered(top);
    if (many < least) [best, least] = [top, many];
  }
  box.style.top = `${best}px`;
}

/** The visible areas that can be pressed, without what a list has scrolled out of sight. */
function pressableAreas(box) {
  const all = [...document.querySelectorAll(PRESSABLE)].filter((one) => !box.contains(one));
  return all.map((one) => [one.getBoundingClientRect(), one.closest(".scroll")?.getBoundingClientRect()])
    .filter(([{ width, top, bottom }, list]) => width && (!list || (bottom > list.top && top < list.bottom)))
    .map(([area]) => area);
}
