// Dragging dice and signs into the calculation, within it, and out of it. sum.js decides the result of a drop, as it does for taps.

import { withDie, withSign, withoutSign } from "./sum.js";

const TAP = 8; // pixels: a smaller movement is a tap
const AROUND = 14; // pixels: this close to the line counts as inside, since fingers hide what is under them

/**
 * The calculation after a drop at this position, null outside the line; null if the drop is not possible. A thing is {die} or {sign},
 * with `from`: its position in the calculation, or null if it comes from the tray.
 */
export function afterDrop(sum, { die, sign, from }, at) {
  if (at === from) return sum;
  if (sign === undefined) return withDie(sum, die, at);
  return at === null ? withoutSign(sum, from) : withSign(from === null ? sum : withoutSign(sum, from), sign, at);
}

/** The drop position for a thing at x, given the centres of the line's dice: between two dice, or for a sign behind one. */
export function dropPosition(x, middles, { sign }) {
  const before = middles.filter((middle) => middle < x).length;
  return sign === undefined ? before : Math.max(0, before - 1);
}

/**
 * Makes every element with `data-die` or `data-sign` in a tray (in its line also `data-from`) draggable while the tray is live.
 * `sum()` is the present calculation. Callbacks: `show(sum)` with the preview of a drop, null for none, and `build(change)`.
 * Returns a function to call when the calculation may have changed: it cancels a drag that began before.
 */
export function makeDraggable(tray, line, callbacks) {
  let drag = null;
  tray.addEventListener("pointerdown", (event) => {
    const element = event.target.closest("[data-die], [data-sign]");
    if (!element || !event.isPrimary || event.button !== 0 || !tray.classList.contains("live")) return;
    drag?.putDown();
    drag = new Drag(element, { tray, line, ...callbacks });
    follow(event, drag);
  });
  return () => drag?.isStale && drag.putDown();
}

/** Follows the pointer until it is lifted. Escape cancels the drag. */
function follow({ pointerId, clientX, clientY }, drag) {
  const ended = new AbortController();
  const listen = (type, listener) => addEventListener(type, (event) => event.pointerId === pointerId && listener(event), ended);
  const end = () => {
    ended.abort();
    drag.putDown();
  };
  listen("pointermove", (event) => {
    if (!event.buttons) return end(); // lifted outside the page's events: in another window, above a menu
    return drag.move(event, [event.clientX - clientX, event.clientY - clientY]);
  });
  listen("pointerup", () => {
    drag.drop();
    end();
  });
  listen("pointercancel", end);
  const escape = (event) => event.key === "Escape" && drag.putDown() && event.stopPropagation();
  addEventListener("keydown", escape, { capture: true, signal: ended.signal });
}

/** One thing under one pointer. Until it has moved far enough it is a tap, and nothing is dragged. */
class Drag {
  #before; // the calculation that the thing's position refers to
  #lifted = false; // whether it is or was dragged: then its end is not a tap
  #carried = null;
  #middles;
  #at;

  constructor(element, tray) {
    Object.assign(this, { element, thing: thingOf(element), ...tray });
    this.#before = this.sum();
  }

  /** Whether the calculation has changed: the thing may have moved, or another seat may have the turn. */
  get isStale() {
    return this.sum() !== this.#before || !this.tray.isConnected;
  }

  move(event, way) {
    if (!this.#lifted && (this.isStale || Math.hypot(...way) < TAP)) return;
    if (!this.#lifted) this.#lift(event);
    if (!this.#carried) return;
    this.#carried.style.translate = way.map((far) => `${far}px`).join(" ");
    const at = isOver(this.line, event) ? dropPosition(event.clientX, this.#middles, this.thing) : null;
    if (at !== this.#at) this.show(afterDrop(this.sum(), this.thing, at));
    this.#at = at;
  }

  drop() {
    if (!this.#lifted) return;
    swallowClick();
    if (this.#carried && this.#at !== this.thing.from) this.build((sum) => afterDrop(sum, this.thing, this.#at));
  }

  /** Whether a thing was being dragged. */
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
    this.tray.setPointerCapture(pointerId); // since an element dragged out of the line is no longer drawn there
    this.tray.classList.add("dragging");
    this.tray.classList.toggle("open", afterDrop(this.sum(), this.thing, 0) !== null);
  }
}

function thingOf({ dataset: { die, sign, from } }) {
  const position = from === undefined ? null : Number(from);
  return sign === undefined ? { die: Number(die), from: position } : { sign, from: position };
}

/** The image that follows the finger. */
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

/** Keeps the end of a drag from being a click on the element where it began, in every browser. */
function swallowClick() {
  const soon = new AbortController();
  addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal: soon.signal });
  setTimeout(() => soon.abort());
}
