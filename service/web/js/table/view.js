// A table: to play at, to watch, to wait for its start, and its result.

import { replace } from "../dom.js";
import { loadGame } from "../games/index.js";
import { presentVisit, refresh } from "../navigation.js";
import { showProblem } from "../problems.js";
import { Room } from "./room.js";
import { Session } from "./session.js";

/** What was chosen at a table and not sent, by visit: a view that is only drawn again goes on with it. */
const drafts = new WeakMap();

/** Draws the table, and follows it until `signal` aborts. Throws `Problem` if there is no such table. */
export async function show(root, { table }, signal) {
  const visit = presentVisit();
  const draft = drafts.get(visit) ?? null;
  let [room, state] = [null, null];
  const onState = (now) => {
    state = now;
    room?.head.state(now);
  };
  const onLost = (problem) => {
    showProblem(problem, { lasting: true });
    return refresh();
  };
  const session = new Session(table, { seat: draft?.seat, onNews: () => room?.news(), onState, onLost });
  signal.addEventListener("abort", () => {
    if (room) drafts.set(visit, room.draft());
    (room ?? session).leave();
  });
  await session.open();
  const game = await loadGame(session.view.game, signal);
  signal.throwIfAborted();
  room = new Room(session, game, draft);
  replace(root, room.element);
  if (state) room.head.state(state);
}
