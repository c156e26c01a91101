// Short animations: cards turn over, with a pause between steps. Nothing moves for a visitor who prefers reduced motion.

const TURN_MS = 340;

/** How long (ms) a step stays before the next one, so that a visitor can follow a turn whose events arrive at once. */
const REST_MS = {
  "dice-rolled": 500,
  "dice-rerolled": 650,
  "card-scored": 900,
  "card-frozen": 350,
  "card-reset": 350,
  "turn-skipped": 500,
};

/** The pause after an event. */
export const pauseAfter = ({ type }) => new Promise((done) => setTimeout(done, REST_MS[type.replace("dicy-cards.", "")] ?? 0));

/** Turns a card over. Its new side is already drawn. */
export function turnOver(card) {
  return card.animate([{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], { duration: TURN_MS, easing: "ease-out" }).finished;
}
