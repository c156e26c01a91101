// Dragging things with a pointer onto a line, within it, and out of it. The game decides the result of a drop, as it does for taps.

const TAP = 8; // pixels: a smaller movement is a tap
const AROUND = 14; // pixels: this close to the line counts as inside, since fingers hide what is under them

/**
 * Makes every element of a tray that fits the selector `things` draggable while the tray is live, also those in its line.
 *
 * `rules` says what things and drops are: `thingOf(element)`, with `from`: its position in the line, null elsewhere; `others(line, thing)`, the
 * elements between which it is dropped; `dropPosition(x, middles, thing)`; and `afterDrop(present, thing, at)` with `at` null outside the
 * line, null for a drop that is not possible. Callbacks: `present()` is what the line holds, `show(next)` previews a drop, null for
 * none, and `build(change)` makes it.
 *
 * Returns a function to call when the line may have changed: it cancels a drag that began before.
 */
export function makeDraggable(tray, line, things, callbacks) {
  let drag = null;
  tray.addEventListener("pointerdown", (event) => {
    const element = event.target.closest(things);
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
  #before; // what the line held when the drag began
  #lifted = false; // whether it is or was dragged: then its end is not a tap
  #carried = null;
  #middles;
  #at;

  constructor(element, tray) {
    Object.assign(this, { element, thing: tray.rules.thingOf(element), ...tray });
    this.#before = this.present();
  }

  /** Whether the line has changed: the thing may have moved, or another seat may have the turn. */
  get isStale() {
    return this.present() !== this.#before || !this.tray.isConnected;
  }

  move(event, way) {
    if (!this.#lifted && (this.isStale || Math.hypot(...way) < TAP)) return;
    if (!this.#lifted) this.#lift(event);
    if (!this.#carried) return;
    this.#carried.style.translate = way.map((far) => `${far}px`).join(" ");
    const at = isOver(this.line, event) ? this.rules.dropPosition(event.clientX, this.#middles, this.thing) : null;
    if (at !== this.#at) this.show(this.rules.afterDrop(this.present(), this.thing, at));
    this.#at = at;
  }

  drop() {
    if (!this.#lifted) return;
    swallowClick();
    if (this.#carried && this.#at !== this.thing.from) this.build((present) => this.rules.afterDrop(present, this.thing, this.#at));
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
    this.#middles = this.rules.others(this.line, this.thing).map(middleOf);
    this.#at = this.thing.from;
    this.#lifted = true;
    this.#carried = likenessOf(this.element);
    this.tray.append(this.#carried);
    this.tray.setPointerCapture(pointerId); // since an element dragged out of the line is no longer drawn there
    this.tray.classList.add("dragging");
    this.tray.classList.toggle("open", this.rules.afterDrop(this.present(), this.thing, 0) !== null);
  }
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
