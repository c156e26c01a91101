// The commands of a table, each read from its first event.

import { Wrong, refuse } from "../faults.mjs";
import { begin } from "./automatic.mjs";

export function order(run) {
  const { type, seat: owner } = run.first;
  if (run.status === "finished") refuse("the game is over.");
  const orders = {
    "table.seat-taken": () => join(run),
    "table.seat-left": () => leave(run, owner),
    "table.seat-resigned": () => leave(run, owner),
    "table.started": () => start(run),
    "table.finished": () => end(run),
    "table.decision-expired": () => expire(run, owner),
    "table.bot-failed": () => fail(run, owner),
    "table.seat-substituted": () => substitute(run, owner),
    "table.values-used": () => answer(run, owner),
    "table.advice-requested": () => requestAdvice(run, owner),
  };
  const withoutSeat = ["table.seat-taken", "table.started", "table.finished"].includes(type);
  if (!withoutSeat && owner >= run.seats.length) refuse(`the table has no seat ${owner}.`);
  if (Object.hasOwn(orders, type)) orders[type]();
  else if (type in run.game.events) move(run, owner);
  else refuse("no command starts with it.");
}

function join(run) {
  if (run.status !== "open") refuse("the game has started.");
  const open = run.seats.findIndex(({ kind: held }) => held === "open");
  if (open < 0) refuse("every seat is taken.");
  run.take({ ...run.completed(run.first), owner: open, kind: "human", level: null, bot: null });
}

function leave(run, owner) {
  const holder = run.seats[owner];
  const able = run.status === "open" ? ["human"] : ["human", "bot"];
  if (!able.includes(holder.kind)) refuse(`nobody who can leave holds seat ${owner}.`);
  if (run.status === "open") {
    run.seats[owner] = { kind: "open", seed: null, resigned: false };
    run.emit("table.seat-left", owner, {});
    if (!run.people()) run.finish({ reason: "abandoned", winners: [], ranking: [] });
    return;
  }
  if (holder.resigned) refuse("the seat has resigned.");
  run.resign(owner);
}

function start(run) {
  if (run.status !== "open") refuse("the game has started.");
  if (run.seats.some(({ kind: held }) => held === "open")) refuse("seats are open.");
  begin(run);
}

function end(run) {
  if (run.first.data.outcome.reason !== "closed") abandon(run);
  else run.finish({ reason: "closed", winners: [], ranking: [] });
}

function abandon(run) {
  const abandonAfter = run.table.abandon_after;
  const idleFor = Date.parse(run.first.at) - Date.parse(run.lastMoveAt);
  if (abandonAfter === null || idleFor < 1000 * abandonAfter) refuse("the table was not inactive for long enough.");
  run.finish({ reason: run.status === "open" ? "abandoned" : "inactive", winners: [], ranking: [] });
}

function expire(run, owner) {
  const until = run.clocks[owner].deadline;
  if (!ruleOf(run, owner) || !until || run.first.at < until) refuse("the time for run decision has not run out.");
  run.decision = run.decisions[owner] || null;
  giveUp(run, owner);
  if (!run.hidesDefault) return;
  for (let at = lateSeat(run); at >= 0; at = lateSeat(run)) giveUp(run, at);
}

function giveUp(run, owner) {
  const wanted = ruleOf(run, owner);
  loseTurn(run, owner, wanted, "expired", (expiries) => ["table.decision-expired", { policy: wanted.policy, expiries }]);
}

/** The first seat that owes a decision and whose time is over, or -1. */
function lateSeat(run) {
  return run.clocks.findIndex(
    ({ deadline, span }, at) => run.decisions[at] && deadline && span === run.game.span() && deadline <= run.first.at,
  );
}

const ruleOf = ({ seats, table: { on_failure, on_expiry } }, owner) => (seats[owner].kind === "bot" ? on_failure : on_expiry);

function fail(run, owner) {
  const [{ reason, attempts }, wanted] = [run.first.data, run.table.on_failure];
  if (!wanted || run.seats[owner].kind !== "bot") refuse(`seat ${owner} is not held by a bot.`);
  checkOwing(run, owner);
  run.decision = run.decisions[owner];
  loseTurn(run, owner, wanted, "failed", (failures) => ["table.bot-failed", { reason, attempts, policy: wanted.policy, failures }]);
}

/** A seat loses its decision and with it a turn. Each turn counts once. */
function loseTurn(run, owner, { policy: wanted, level, after }, cause, eventOf) {
  const clock = run.clocks[owner];
  const lost = clock.expired ? clock.expiries : clock.expiries + 1;
  const resigns = wanted === "resign" && lost >= after;
  if (!resigns) checkOwing(run, owner);
  Object.assign(clock, { expired: true, expiries: lost });
  const [type, data] = eventOf(lost);
  run.emit(type, owner, data);
  if (resigns) run.resign(owner);
  else if (wanted === "substitute") replayAnswer(run, owner, level, cause);
  else run.game.decide(owner, run.game.byDefault(owner));
}

function substitute(run, owner) {
  if (run.hidesDefault) refuse("it would say how a hidden answer was chosen.");
  if (run.table.advice === "off") refuse("at this table nobody has a turn played by a built-in player.");
  if (run.seats[owner].kind === "ai") refuse(`seat ${owner} is held by a built-in player.`);
  checkOwing(run, owner);
  run.decision = run.decisions[owner];
  replayAnswer(run, owner, run.first.data.level, "asked");
}

/** A request for advice is announced once for each decision, which stays open. */
function requestAdvice(run, owner) {
  const holder = run.seats[owner];
  if (run.table.advice !== "announced") refuse("this table does not announce who requests advice.");
  if (holder.kind === "ai") refuse(`seat ${owner} is held by a built-in player.`);
  checkOwing(run, owner);
  if (holder.advised > run.decisions[owner]) refuse("for this decision it is announced already.");
  run.decision = run.decisions[owner];
  run.emit("table.advice-requested", owner, {});
  holder.advised = run.version;
}

/** Replays a built-in player's recorded move. It is not computed again, because the players may be better by now. */
function replayAnswer(run, owner, level, cause) {
  run.emit("table.seat-substituted", owner, { level, cause });
  replayMove(run, owner, level);
}

/** The answer of the built-in player that holds the seat, which first names its table of values. */
function answer(run, owner) {
  const { kind, level } = run.seats[owner];
  if (run.status === "open" || kind !== "ai") refuse(`no built-in player answers for seat ${owner}.`);
  checkOwing(run, owner);
  run.decision = run.decisions[owner];
  replayMove(run, owner, level);
}

/** Its table of values is named first, unless it is the table, and the level, that was named last for this holder. */
function replayMove(run, owner, level) {
  const position = run.produced.length;
  const named = run.from(position)[0]?.type === "table.values-used";
  const answer = run.from(position + (named ? 1 : 0));
  if (named) nameValues(run, owner, level, run.eventAt(position).data.values);
  if (!answer.length) {
    run.compare();
    throw new Wrong("event-missing", "The move of a built-in player is missing.", run.log.length + 1);
  }
  run.game.decide(owner, run.game.command(answer));
}

function nameValues(run, owner, level, values) {
  const { known } = run.seats[owner];
  if (known?.level === level && known.values === values) return;
  run.seats[owner].known = { level, values };
  run.emit("table.values-used", owner, { level, values });
}

function move(run, owner) {
  if (owner === null) refuse("it belongs to no seat.");
  const command = run.game.command(run.from(0));
  if (run.status === "open") refuse("the game has not started.");
  run.decision = run.decisions[owner] || null;
  run.game.decide(owner, command);
}

function checkOwing(run, owner) {
  if (run.status !== "playing" || !run.decisions[owner]) refuse(`seat ${owner} owes no decision.`);
}
