// Short animations: cards turn over, with a pause between steps. Nothing moves for a visitor who prefers reduced motion.

const TURN_MS = 340;

/** How long (ms) a step stays before the next one. */
export const REST_MS = {
  "dice-rolled": 500,
  "dice-rerolled": 650,
  "card-scored": 900,
  "card-frozen": 350,
  "card-reset": 350,
  "turn-skipped": 500,
};

/** Turns a card over. Its new side is already drawn. */
export function turnOver(card) {
  return card.animate([{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], { duration: TURN_MS, easing: "ease-out" }).finished;
}
