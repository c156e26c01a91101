// Dice and signs can be dragged into the sum, to another place in it, and out of it. What a drop makes of the sum says sum.js, as for taps.

import { withDie, withSign, withoutSign } from "./sum.js";

const TAP = 8; // pixels: who moves less wants to tap
const AROUND = 14; // pixels: so near to the line is in it, for fingers hide what is under them

/**
 * The sum when a thing is dropped at this place of it, null outside; null if it cannot be dropped there. A thing is {die} or {sign}, with
 * `from`: its place in the sum, or null if it comes from the tray.
 */
export function dropped(sum, { die, sign, from }, at) {
  if (at === from) return sum;
  if (sign === undefined) return withDie(sum, die, at);
  return at === null ? withoutSign(sum, from) : withSign(from === null ? sum : withoutSign(sum, from), sign, at);
}

/** The place for a thing at x among the dice of the line, which have their middles there: between two, or for a sign behind one. */
export function placeAt(x, middles, { sign }) {
  const before = middles.filter((middle) => middle < x).length;
  return sign === undefined ? before : Math.max(0, before - 1);
}

/**
 * Lets whatever has `data-die` or `data-sign` in a tray (in its line of the sum also `data-from`) be dragged, as long as the tray is live.
 * `sum()` is what is put together; heard are `show(sum)`, what a drop here would make of it, null for nothing, and `build(change)`.
 */
export function dragging(tray, line, heard) {
  tray.addEventListener("pointerdown", (event) => {
    const element = event.target.closest("[data-die], [data-sign]");
    if (!element || !event.isPrimary || event.button !== 0 || !tray.classList.contains("live")) return;
    follow(event, new Drag(element, { tray, line, ...heard }));
  });
}

/** Tells a drag where the pointer goes, until it is lifted. */
function follow({ pointerId, clientX, clientY }, drag) {
  const ended = new AbortController();
  const hear = (type, hears) => addEventListener(type, (event) => event.pointerId === pointerId && hears(event), ended);
  hear("pointermove", (event) => drag.move(event, [event.clientX - clientX, event.clientY - clientY]));
  const end = () => {
    ended.abort();
    drag.putDown();
  };
  hear("pointerup", () => {
    drag.drop();
    end();
  });
  hear("pointercancel", end);
}

/** One thing under one pointer; before it has moved far enough it is a tap, and nothing is carried. */
class Drag {
  #carried = null;
  #middles;
  #at;

  constructor(element, tray) {
    Object.assign(this, { element, thing: thingOf(element), ...tray });
  }

  move(event, way) {
    if (!this.#carried && Math.hypot(...way) < TAP) return;
    if (!this.#carried) this.#lift(event);
    this.#carried.style.translate = way.map((far) => `${far}px`).join(" ");
    const at = isOver(this.line, event) ? placeAt(event.clientX, this.#middles, this.thing) : null;
    if (at !== this.#at) this.show(dropped(this.sum(), this.thing, at));
    this.#at = at;
  }

  drop() {
    if (!this.#carried) return;
    swallowClick();
    if (this.#at !== this.thing.from) this.build((sum) => dropped(sum, this.thing, this.#at));
  }

  putDown() {
    if (!this.#carried) return;
    this.#carried.remove();
    this.tray.classList.remove("dragging", "open");
    this.show(null);
  }

  #lift({ pointerId }) {
    const others = [...this.line.querySelectorAll("[data-die]")].filter((one) => Number(one.dataset.die) !== this.thing.die);
    this.#middles = others.map(middleOf);
    this.#at = this.thing.from;
    this.#carried = likenessOf(this.element);
    this.tray.append(this.#carried);
    this.tray.setPointerCapture(pointerId); // for what is dragged out of the line is drawn there no more
    this.tray.classList.add("dragging");
    this.tray.classList.toggle("open", dropped(this.sum(), this.thing, 0) !== null);
  }
}

function thingOf({ dataset: { die, sign, from } }) {
  const place = from === undefined ? null : Number(from);
  return sign === undefined ? { die: Number(die), from: place } : { sign, from: place };
}

/** What is carried along under the finger. */
function likenessOf(element) {
  const [{ left, top, width, height }, likeness] = [element.getBoundingClientRect(), element.cloneNode(true)];
  for (const [name, value] of Object.entries({ left, top, width, height })) likeness.style[name] = `${value}px`;
  likeness.classList.add("carried");
  likeness.setAttribute("aria-hidden", "true");
  likeness.inert = true;
  return likeness;
}

function middleOf(element) {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

function isOver(element, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x > left - AROUND && x < right + AROUND && y > top - AROUND && y < bottom + AROUND;
}

/** The end of a drag is no click on what it began at, whatever a browser makes of it. */
function swallowClick() {
  const soon = new AbortController();
  addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal: soon.signal });
  setTimeout(() => soon.abort());
}
