// The time limit of a turn, and what happens when it runs out.

import { h } from "../../dom.js";
import { expiryOf, lengthOf } from "../../terms.js";
import { t } from "../../text.js";
import { choice } from "./choice.js";

const NONE = "none";
const TURNS = [30, 60, 120, 300, 3_600, 86_400];
const LEVEL = "greedy";
const AFTER = 3;
const POLICIES = {
  skip: { policy: "skip" },
  substitute: { policy: "substitute", level: LEVEL },
  resign: { policy: "resign", after: AFTER },
};

/** The fields for the clock of a game: {element, value()}. */
export function paceFields({ turn_seconds: own }) {
  const lengths = own === null || TURNS.includes(own) ? TURNS : [own, ...TURNS].sort((one, other) => one - other);
  const entries = [[NONE, lengthOf(null)], ...lengths.map((seconds) => [String(seconds), lengthOf(seconds)])];
  const turn = choice(t("create.clock"), entries, own === null ? NONE : String(own));
  const policies = Object.entries(POLICIES).map(([name, policy]) => [name, expiryOf(policy)]);
  const expiry = choice(t("create.expiry"), policies, "skip");
  const adapt = () => (expiry.element.hidden = turn.value() === NONE);
  adapt();
  turn.select.addEventListener("change", adapt);
  const value = () => {
    if (turn.value() === NONE) return { turn_seconds: null };
    return { turn_seconds: Number(turn.value()), on_expiry: POLICIES[expiry.value()] };
  };
  return { element: h("div", { class: "create-part pair" }, turn.element, expiry.element), value };
}
