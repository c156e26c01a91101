// Short animations: cards turn over, and a step stays before the next one. Nothing moves for somebody who wants nothing to move.

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

/** Turns a card over; it shows its new side already. */
export function turnedOver(card) {
  return card.animate([{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], { duration: TURN_MS, easing: "ease-out" }).finished;
}
