// One pass through the events of a table without the rules of its game.

import { derived, roll, shuffle, sourceFinder } from "../draws.mjs";
import { Wrong, refuse } from "../faults.mjs";
import { draw, within } from "../forms.mjs";
import { checkOrigin } from "../table/creation.mjs";
import { completed } from "../table/events.mjs";
import { canonical, same } from "../text.mjs";

/** The table as far as it is known without its game: `status` (null, open, playing, finished, revealed), seats, draws, time. */
export class Survey {
  constructor(file, onDraw) {
    Object.assign(this, { file, onDraw, status: null, seats: [], seeds: [], drawn: 0, lastAt: "", lastInherited: 0 });
  }

  /** Checks the next event. Throws `Wrong`, or `Refused` if such an event cannot happen here. */
  check(event) {
    if (event.version === 1) this.create(event);
    else this.follow(event);
    if (event.at < this.lastAt) throw new Wrong("time-wrong", `The event before it is later: ${this.lastAt}.`, event.version);
    this.lastAt = event.at;
    if (event.version === this.lastInherited) this.checkInherited();
  }

  /** The fault of a log of this length that ends too early, or null. */
  unfinished(length) {
    return this.status === "revealed" ? null : new Wrong("event-missing", "The events end before the table is finished.", length + 1);
  }

  create(event) {
    if (event.type !== "table.created") throw new Wrong("event-wrong", `A table begins with table.created, not with ${event.type}.`, 1);
    this.created = completed(event);
    const { seats, forked_from, client_seed } = this.created;
    if (forked_from !== null) checkOrigin(this, this.created);
    this.sourceOf = sourceFinder(forked_from?.sources ?? []);
    this.seats = Array.from({ length: seats }, () => ({ kind: "open", seed: null, resigned: false }));
    Object.assign(this, { creatorSeed: client_seed, status: "open" });
  }

  follow(event) {
    const { type, seat: owner, version } = event;
    const late = this.status === "finished" && type !== "table.seed-revealed";
    if (late) throw new Wrong("event-wrong", "After the end of a table, its secret is revealed.", version);
    if (this.status === "revealed") refuse("the table is over.");
    if (owner !== null && owner >= this.seats.length) refuse(`the table has no seat ${owner}.`);
    const steps = {
      "table.created": () => refuse("the table has been created."),
      "table.seat-taken": () => this.take(event),
      "table.seat-left": () => this.leave(owner),
      "table.started": () => this.start(event),
      "table.finished": () => this.finish(event),
      "table.seed-revealed": () => this.reveal(event),
    };
    if (Object.hasOwn(steps, type)) steps[type]();
    else this.play(event);
  }

  take({ seat: owner, data: { kind, client_seed } }) {
    if (this.status !== "open") refuse("the game has started.");
    if (this.seats[owner].kind !== "open") refuse(`seat ${owner} is taken.`);
    this.seats[owner] = { kind, seed: client_seed, resigned: false };
  }

  leave(owner) {
    if (this.status !== "open") refuse("the game has started.");
    if (this.seats[owner].kind !== "human") refuse(`nobody who can leave holds seat ${owner}.`);
    this.seats[owner] = { kind: "open", seed: null, resigned: false };
  }

  start({ data, version }) {
    if (this.status !== "open") refuse("the game has started.");
    if (this.seats.some(({ kind }) => kind === "open")) refuse("seats are open.");
    this.seeds = [this.creatorSeed, ...this.seats.map(({ seed }) => seed)].filter((given) => given !== null);
    if (!same(data.client_seeds, this.seeds)) throw new Wrong("event-wrong", `The client seeds are ${canonical(this.seeds)}.`, version);
    this.status = "playing";
    this.lastInherited = version + (this.created.forked_from?.events ?? 0);
  }

  /** An event of the game, or one of the table during it. */
  play(event) {
    const { type, seat: owner, version, data } = event;
    if (this.status !== "playing") refuse("the game has not started.");
    if (version <= this.lastInherited && type.startsWith("table.") && type !== "table.seat-resigned") refuse("no fork inherits it.");
    if (type === "table.bot-failed" && this.seats[owner].kind !== "bot") refuse(`seat ${owner} is not held by a bot.`);
    if (type === "table.seat-resigned") {
      if (this.seats[owner].resigned) refuse("the seat has resigned.");
      this.seats[owner].resigned = true;
    }
    if (data.draw != null) this.checkNext(event);
  }

  checkNext({ data: { draw: made }, version }) {
    checkDraw(made, version);
    const source = this.sourceOf(this.drawn);
    if (version <= this.lastInherited && !source) refuse(`no source of the fork has draw number ${this.drawn}.`);
    const from = source ?? { secret: this.file.secret, seeds: this.seeds, table: this.file.table };
    const right = (made.kind === "dice" ? roll : shuffle)(from, this.drawn, made.values.length, made.of);
    if (!same(made, right)) throw new Wrong("draw-wrong", `The secret gives ${canonical(right)}, not ${canonical(made)}.`, version);
    this.drawn += 1;
    this.onDraw(derived(from, version, made));
  }

  finish({ data: { outcome }, version }) {
    const closed = { reason: outcome.reason, winners: [], ranking: [] };
    const early = this.status === "open" && !(["abandoned", "closed"].includes(outcome.reason) && same(outcome, closed));
    if (early) throw new Wrong("event-wrong", "Before the game, a table is only abandoned or closed, without a result.", version);
    if (version <= this.lastInherited) refuse("no fork inherits it.");
    this.status = "finished";
  }

  reveal({ at, data: { secret }, version }) {
    if (this.status !== "finished") refuse("the table is not finished.");
    if (secret !== this.file.secret) throw new Wrong("event-wrong", `The secret is ${this.file.secret}, not ${secret}.`, version);
    if (at !== this.lastAt) throw new Wrong("time-wrong", `Its time should be ${this.lastAt}, as before it.`, version);
    this.status = "revealed";
  }

  /** After the inherited events of a fork, or after the start: these have as many draws as the sources say. */
  checkInherited() {
    const stated = this.created.forked_from?.sources.at(-1)?.draws ?? 0;
    if (this.drawn !== stated) throw new Wrong("event-wrong", `The sources have ${stated} draws, but the fork inherits ${this.drawn}.`, 1);
  }
}

/** A draw that can be made: of at most 256, and a shuffle of no more values than it has. */
function checkDraw(made, version) {
  try {
    draw(made, "draw");
  } catch (wrong) {
    throw new Wrong("malformed", wrong.detail, version);
  }
  const most = made.kind === "shuffle" ? made.of : Infinity;
  if (!within(1, 256)(made.of) || made.values.length > most) throw new Wrong("draw-wrong", `No draw is ${canonical(made)}.`, version);
}
