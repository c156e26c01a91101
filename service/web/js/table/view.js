// A table: to play at, to watch, to wait for its start, and its result.

import { replace } from "../dom.js";
import { loadGame } from "../games/index.js";
import { refresh } from "../navigation.js";
import { showProblem } from "../problems.js";
import { Room } from "./room.js";
import { Session } from "./session.js";

/** Draws the table, and follows it until `signal` aborts. Throws `Problem` if there is no such table. */
export async function show(root, { table }, signal) {
  let [room, state] = [null, null];
  const onState = (now) => {
    state = now;
    room?.head.state(now);
  };
  const onLost = (problem) => {
    showProblem(problem, { lasting: true });
    return refresh();
  };
  const session = new Session(table, { onNews: () => room?.news(), onState, onLost });
  signal.addEventListener("abort", () => (room ?? session).leave());
  await session.open();
  const game = await loadGame(session.view.game, signal);
  signal.throwIfAborted();
  room = new Room(session, game);
  replace(root, room.element);
  if (state) room.head.state(state);
}
