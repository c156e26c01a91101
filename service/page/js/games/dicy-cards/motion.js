// Short animations: dice roll, cards turn over. Nothing moves for somebody who wants nothing to move, or in a hidden tab.

const ROLL_MS = 620;
const FLICKER_MS = 70;
const TURN_MS = 340;

/** How long (ms) a step stays before the next one is shown, so that eyes can follow a turn that came all at once. */
const REST_MS = {
  "dice-rolled": 500,
  "dice-rerolled": 650,
  "card-scored": 900,
  "card-frozen": 350,
  "card-reset": 350,
  "turn-skipped": 500,
};

/** How long the table rests after an event. */
export const rest = ({ type }) => new Promise((done) => setTimeout(done, REST_MS[type.replace("dicy-cards.", "")] ?? 0));

/** Rolls these dice of a row, each to the face that it has in the end. */
export function rolled(row, places, roll) {
  return Promise.all(places.map((place) => tumbled(row.at(place), roll[place], place)));
}

/** Turns a card over; it shows its new side already. */
export function turnedOver(card) {
  return card.animate([{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], { duration: TURN_MS, easing: "ease-out" }).finished;
}

async function tumbled(die, face, place) {
  const side = place % 2 ? 1 : -1;
  const flicker = setInterval(() => die.show(1 + Math.floor(Math.random() * 6)), FLICKER_MS);
  const path = [
    { transform: `translateY(-70%) rotate(${side * 200}deg) scale(.8)`, opacity: 0.3 },
    { transform: `translateY(10%) rotate(${side * 30}deg) scale(1.06)`, opacity: 1, offset: 0.6 },
    { transform: `translateY(-6%) rotate(${side * -8}deg) scale(1.02)`, offset: 0.82 },
    { transform: "none" },
  ];
  const tumble = die.element.animate(path, { duration: ROLL_MS + 40 * place, easing: "ease-out" });
  await Promise.race([tumble.finished.catch(() => {}), new Promise((done) => setTimeout(done, 2 * ROLL_MS))]);
  clearInterval(flicker);
  if (Number(die.element.dataset.face) === face) die.show(face); // else the table has gone on meanwhile
}
