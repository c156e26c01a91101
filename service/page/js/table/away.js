// Who is waited for and has no page open: said as long as it lasts. Whoever comes and goes is no event, so that it is asked for.

import { h } from "../dom.js";
import { every } from "../polling.js";
import { listed, t } from "../text.js";

const LOOK_MS = 5_000;

/** {element, leave()} */
export function away(session) {
  const element = h("p", { class: "where", role: "status", hidden: true });
  const look = async () => {
    if (!waitedFor(session).length) return say(element, []);
    const seats = await session.look().catch(() => null); // how the table is followed is told elsewhere
    if (seats) say(element, waitedFor(session).filter((seat) => !seats[seat].connected).map((seat) => seats[seat].name));
  };
  return { element, leave: every(LOOK_MS, look) };
}

/** The seats of other people that owe something. */
function waitedFor({ view, seat }) {
  const others = view.owed.map((owed) => owed.seat).filter((owing) => owing !== seat);
  return others.filter((other) => view.seats[other].kind === "human");
}

function say(element, names) {
  const words = names.length ? t("table.away", { names: listed(names) }) : "";
  if (element.textContent !== words) element.textContent = words;
  element.hidden = !words;
}
