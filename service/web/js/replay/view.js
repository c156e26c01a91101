// The replay at /t/{table}?at=N: of any finished game, and of any other up to now.

import { api } from "../api.js";
import { loadGame } from "../games/index.js";
import { withNames } from "../names.js";
import { refresh } from "../navigation.js";
import { follow } from "../stream.js";
import { sentenceOf } from "../table/sentences.js";
import { showProblem } from "../problems.js";
import { listenToKeys } from "./controls.js";
import { eventsAfter, TableHistory } from "./history.js";
import { Replay } from "./replay.js";

const LAST = "table.seed-revealed";
const RENEWING = new Set(["table.seat-taken", "table.seat-left", "table.started", LAST]);

/** Draws the replay; `at` is a version, or null for the start of the game; `seat` as which it is seen, or null. It ends when `signal` aborts. Throws `Problem`. */
export async function show(root, { table, at, seat }, signal) {
  const get = async (path) => (await api.get(path)).body;
  const { view, events } = await known(get, table);
  const game = await loadGame(view.game, signal);
  signal.throwIfAborted();
  const pastOf = (seen) => new TableHistory(async (path) => withNames(await get(path)), table, seen);
  const replay = new Replay({ game, view, events, pastOf, sentence: sentenceOf(game, () => events) });
  root.append(replay.element);
  replay.begin(at, seat);
  const ends = [listenToKeys(replay.acts), () => replay.leave()];
  if (view.status !== "finished") ends.push(goOn(replay, get));
  signal.addEventListener("abort", () => ends.forEach((end) => end()));
}

/** The table and all its events up to now; the view of a finished game is always the final one. */
async function known(get, table) {
  const events = [];
  for (;;) {
    const view = withNames(await get(`/v1/tables/${table}`));
    events.push(...(await eventsAfter(get, table, events.at(-1) ?? null)));
    if (view.status === "finished" || events.at(-1).type !== LAST) return { view, events };
  }
}

/** Adds new events of a game in progress to the replay. */
function goOn(replay, get) {
  const { table } = replay.view;
  const onProblem = (problem) => {
    const lost = problem.code === "history-changed";
    showProblem(problem, { lasting: true });
    return lost ? refresh() : undefined;
  };
  const onEvents = (news) => {
    replay.extend(news);
    if (news.some(({ type }) => RENEWING.has(type))) get(`/v1/tables/${table}`).then((view) => replay.renew(withNames(view)), onProblem);
  };
  return follow(table, { last: replay.events.at(-1), onEvents, onProblem });
}
