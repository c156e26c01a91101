// Things that fly across the board from place to place. Nothing moves with reduced motion or in a hidden tab.

const FLIGHT_MS = 420;
const HURRIED_MS = 220;

/** The position of an element and a copy of it, for a flight from there; null if there is no element. */
export function takeOff(element) {
  return element && { from: element.getBoundingClientRect(), likeness: element.cloneNode(true) };
}

/** Animates a flight across the board to `target`, which appears when the thing lands. */
export async function land(board, flown, target, { hurried = false } = {}) {
  if (!flown || !target) return;
  const { from, likeness } = flown;
  const [around, to] = [board.getBoundingClientRect(), target.getBoundingClientRect()];
  const look = { left: from.left - around.left, top: from.top - around.top, width: from.width, height: from.height };
  for (const [name, value] of Object.entries(look)) likeness.style[name] = `${value}px`;
  likeness.classList.add("flying");
  likeness.setAttribute("aria-hidden", "true");
  likeness.inert = true;
  target.classList.add("landing");
  board.append(likeness);
  const pace = { duration: hurried ? HURRIED_MS : FLIGHT_MS, easing: "cubic-bezier(.3, 0, .2, 1)" };
  await likeness.animate(path(from, to), pace).finished.catch(() => {});
  likeness.remove();
  target.classList.remove("landing");
}

/** In flight a thing looks larger, as if nearer to the eye. */
function path(from, to) {
  const scale = to.width / from.width;
  const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  return [
    { transform: "none" },
    { transform: `translate(${x / 2}px, ${y / 2 - 14}px) scale(${(1 + scale) / 2 + 0.25})` },
    { transform: `translate(${x}px, ${y}px) scale(${scale})` },
  ];
}
