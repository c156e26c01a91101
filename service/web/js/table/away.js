// Who is waited for and has no page open: said as long as it lasts. Whoever comes and goes is no event, so that it is asked for.

import { h } from "../dom.js";
import { every } from "../polling.js";
import { listed, t } from "../text.js";

const LOOK_MS = 5_000;

/** {element, update(), leave()}: `update` when somebody else may be waited for. */
export function away(session) {
  const element = h("p", { class: "where", role: "status", hidden: true });
  let [absent, quiet] = [[], 0]; // until when nothing is to be asked: the service has said so
  const update = () => {
    absent = waitedFor(session).filter((seat) => absent.includes(seat)); // what was seen of the others is too old when it is their turn
    say(element, absent.map((seat) => session.view.seats[seat].name));
  };
  const look = async () => {
    if (!waitedFor(session).length || performance.now() < quiet) return;
    try {
      const seats = await session.look();
      absent = seats.filter(({ connected }) => !connected).map(({ seat }) => seat);
      update();
    } catch (problem) {
      quiet = quietUntil(problem); // how the table is followed is told elsewhere
    }
  };
  return { element, update, leave: every(LOOK_MS, look) };
}

/** A table that is not there does not come back; who asks too often has to wait. */
const quietUntil = ({ status, retryAfter = 0 }) => (status === 404 ? Infinity : performance.now() + retryAfter * 1000);

/** The seats of other people that owe something; who plays from here is not away. */
function waitedFor({ view, heldHere }) {
  const others = view.owed.map((owed) => owed.seat).filter((owing) => !heldHere.includes(owing));
  return others.filter((other) => view.seats[other].kind === "human");
}

function say(element, names) {
  const words = names.length ? t("table.away", { names: listed(names) }) : "";
  if (element.textContent !== words) element.textContent = words;
  element.hidden = !words;
}
