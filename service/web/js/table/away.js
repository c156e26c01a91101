// Shows the players whose decision is pending and whose page is not open. Connecting is not an event, so the page polls for it.

import { h } from "../dom.js";
import { every } from "../polling.js";
import { listed, t } from "../text.js";

const POLL_MS = 5_000;

/** {element, update(), leave()}: call `update` when other seats may have pending decisions. */
export function away(session) {
  const element = h("p", { class: "where", role: "status", hidden: true });
  let [absent, quiet] = [[], 0]; // quiet: the page sends no request before this time, as the service requires
  const update = () => {
    absent = waitedFor(session).filter((seat) => absent.includes(seat)); // earlier results are too old when the next turn starts
    show(element, absent.map((seat) => session.view.seats[seat].name));
  };
  const poll = async () => {
    if (!waitedFor(session).length || performance.now() < quiet) return;
    try {
      const seats = await session.fetchSeats();
      absent = seats.filter(({ connected }) => !connected).map(({ seat }) => seat);
      update();
    } catch (problem) {
      quiet = quietUntil(problem); // the state of the connection is shown elsewhere
    }
  };
  return { element, update, leave: every(POLL_MS, poll) };
}

/** A missing table stays missing. After too many requests the page has to wait. */
const quietUntil = ({ status, retryAfter = 0 }) => (status === 404 ? Infinity : performance.now() + retryAfter * 1000);

/** The seats of other people with a pending decision. The seats held here are not away. */
function waitedFor({ view, heldHere }) {
  const others = view.owed.map((owed) => owed.seat).filter((owing) => !heldHere.includes(owing));
  return others.filter((other) => view.seats[other].kind === "human");
}

function show(element, names) {
  const words = names.length ? t("table.away", { names: listed(names) }) : "";
  if (element.textContent !== words) element.textContent = words;
  element.hidden = !words;
}
