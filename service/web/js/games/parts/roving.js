// Makes many buttons one stop for the Tab key: the arrow keys move from each to the nearest one.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // being straight ahead matters more than being near

/**
 * Lets the arrow keys move the focus between the buttons of an element. Returns a function to call when the buttons change. It takes the
 * button that Tab stops at (default: the first) and returns it.
 */
export function roving(element) {
  const buttons = () => [...element.querySelectorAll("button:not(:disabled)")];
  const stop = (button) => {
    for (const one of buttons()) one.tabIndex = one === button ? 0 : -1;
    return button;
  };
  element.addEventListener("focusin", ({ target }) => target.matches("button") && stop(target));
  element.addEventListener("keydown", (event) => {
    const next = WAYS[event.key] && nearest(event.target, buttons(), WAYS[event.key]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  return (button) => stop(button ?? buttons()[0] ?? null);
}

/** The nearest button in a direction; null if there is none. */
function nearest(from, buttons, [right, down]) {
  const [x, y] = middle(from);
  const ahead = buttons.map((button) => {
    const [dx, dy] = [middle(button)[0] - x, middle(button)[1] - y];
    return { button, along: dx * right + dy * down, aside: Math.abs(dx * down) + Math.abs(dy * right) };
  });
  const way = ({ along, aside }) => along + ASIDE * aside;
  const there = ahead.filter(({ along, aside }) => along > 1 && aside <= along * 2);
  return there.sort((one, other) => way(one) - way(other))[0]?.button ?? null;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
