// Animates dice that roll before they show their faces.

const ROLL_MS = 620;
const HURRIED_MS = 260;
const FLICKER_MS = 70;

/** Rolls these dice of a row, each to its final face. In a hurry this takes less than half as long. */
export function rollDice(row, positions, roll, { hurried = false } = {}) {
  const length = hurried ? HURRIED_MS : ROLL_MS;
  return Promise.all(positions.map((position) => rollDie(row.at(position), roll[position], position, length)));
}

async function rollDie(die, face, position, length) {
  const side = position % 2 ? 1 : -1;
  const anyFace = () => die.show(1 + Math.floor(Math.random() * 6));
  anyFace();
  const flicker = setInterval(anyFace, FLICKER_MS);
  const path = [
    { transform: `translateY(-70%) rotate(${side * 200}deg) scale(.8)`, opacity: 0.3 },
    { transform: `translateY(10%) rotate(${side * 30}deg) scale(1.06)`, opacity: 1, offset: 0.6 },
    { transform: `translateY(-6%) rotate(${side * -8}deg) scale(1.02)`, offset: 0.82 },
    { transform: "none" },
  ];
  const tumble = die.element.animate(path, { duration: length + 40 * position, easing: "ease-out" });
  await Promise.race([tumble.finished.catch(() => {}), new Promise((done) => setTimeout(done, 2 * length))]);
  clearInterval(flicker);
  if (Number(die.element.dataset.face) === face) die.show(face); // else the table has moved on meanwhile
}
