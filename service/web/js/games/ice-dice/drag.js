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
 * Returns what is to be called when the sum may have changed: what is carried for the one of before is put down.
 */
export function dragging(tray, line, heard) {
  let drag = null;
  tray.addEventListener("pointerdown", (event) => {
    const element = event.target.closest("[data-die], [data-sign]");
    if (!element || !event.isPrimary || event.button !== 0 || !tray.classList.contains("live")) return;
    drag?.putDown();
    drag = new Drag(element, { tray, line, ...heard });
    follow(event, drag);
  });
  return () => drag?.isStale && drag.putDown();
}

/** Tells a drag where the pointer goes, until it is lifted; whoever presses Escape has thought better of it. */
function follow({ pointerId, clientX, clientY }, drag) {
  const ended = new AbortController();
  const hear = (type, hears) => addEventListener(type, (event) => event.pointerId === pointerId && hears(event), ended);
  const end = () => {
    ended.abort();
    drag.putDown();
  };
  hear("pointermove", (event) => {
    if (!event.buttons) return end(); // it was lifted where nobody heard of it: in another window, above a menu
    return drag.move(event, [event.clientX - clientX, event.clientY - clientY]);
  });
  hear("pointerup", () => {
    drag.drop();
    end();
  });
  hear("pointercancel", end);
  const escape = (event) => event.key === "Escape" && drag.putDown() && event.stopPropagation();
  addEventListener("keydown", escape, { capture: true, signal: ended.signal });
}

/** One thing under one pointer; before it has moved far enough it is a tap, and nothing is carried. */
class Drag {
  #before; // the sum in which the thing has its place
  #lifted = false; // whether it is carried, or was: then its end is no tap
  #carried = null;
  #middles;
  #at;

  constructor(element, tray) {
    Object.assign(this, { element, thing: thingOf(element), ...tray });
    this.#before = this.sum();
  }

  /** Whether the sum is another by now: the thing may not be where it was, or somebody else is asked. */
  get isStale() {
    return this.sum() !== this.#before || !this.tray.isConnected;
  }

  move(event, way) {
    if (!this.#lifted && (this.isStale || Math.hypot(...way) < TAP)) return;
    if (!this.#lifted) this.#lift(event);
    if (!this.#carried) return;
    this.#carried.style.translate = way.map((far) => `${far}px`).join(" ");
    const at = isOver(this.line, event) ? placeAt(event.clientX, this.#middles, this.thing) : null;
    if (at !== this.#at) this.show(dropped(this.sum(), this.thing, at));
    this.#at = at;
  }

  drop() {
    if (!this.#lifted) return;
    swallowClick();
    if (this.#carried && this.#at !== this.thing.from) this.build((sum) => dropped(sum, this.thing, this.#at));
  }

  /** Whether there was something to put down. */
  putDown() {
    if (!this.#carried) return false;
    this.#carried.remove();
    this.#carried = null;
    this.tray.classList.remove("dragging", "open");
    this.show(null);
    return true;
  }

  #lift({ pointerId }) {
    const others = [...this.line.querySelectorAll("[data-die]")].filter((one) => Number(one.dataset.die) !== this.thing.die);
    this.#middles = others.map(middleOf);
    this.#at = this.thing.from;
    this.#lifted = true;
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
