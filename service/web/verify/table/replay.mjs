// Plays a table again.

import { blindingOf, derived, roll, shuffle, sourceFinder } from "../draws.mjs";
import { Refused, Wrong, refuse, short } from "../faults.mjs";
import { canonical, same } from "../text.mjs";
import { settle } from "./automatic.mjs";
import { create } from "./creation.mjs";
import { completed } from "./events.mjs";
import { order } from "./orders.mjs";

/** A table, replayed from its commands, which are read from the events. */
export class TableReplay {
  constructor(file, log, { seats: [fewest, most], events, before = {}, rules, hides = () => false, hidesDefault = false }, own) {
    Object.assign(this, { file, log, fewest, most, hides, hidesDefault, creationLength: null, onDraw: own.onDraw });
    this.later = { events: events(), before };
    Object.assign(this, { appends: 0, version: 0, produced: [], status: null, lastMoveAt: "", lastAt: "" });
    Object.assign(this, { drawSources: [], sourceOf: sourceFinder([]) });
    const dice = {
      roll: (count, of) => roll(...this.nextDraw(), count, of),
      shuffle: (count, of) => shuffle(...this.nextDraw(), count, of),
    };
    const first = log.find(({ type }) => type === Object.keys(events())[0]);
    this.game = rules((type, owner, data) => this.emit(type, owner, data), dice, own, first?.data ?? null);
  }

  /** The first breach of the rules, or null. */
  firstFault() {
    try {
      this.play();
      return null;
    } catch (wrong) {
      if (wrong instanceof Wrong) return wrong;
      throw wrong;
    }
  }

  play() {
    while (this.version < this.log.length) {
      this.append();
      this.creationLength ??= this.version;
      this.reportDraws();
    }
    if (this.status !== "finished") throw new Wrong("event-missing", "The events end before the table is finished.", this.log.length + 1);
  }

  /** Replays one command with all that follows from it. */
  append() {
    this.begun = this.version;
    this.first = this.log[this.begun];
    this.produced = [];
    this.decision = null;
    try {
      if (this.status === null) create(this);
      else order(this);
      settle(this);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.compare();
      throw this.wrongFrom(this.produced.length, refused);
    }
    this.compare();
    this.lastAt = this.first.at;
    this.appends += 1;
    if (!["table.decision-expired", "table.bot-failed"].includes(this.first.type)) this.lastMoveAt = this.first.at;
  }

  /** The file's event at this position of the append, if any. */
  eventAt(index) {
    return this.log[this.begun + index];
  }

  /** The two events from this position of the append on, from which a move can be read; `end`: where events no longer belong to it. */
  from(index, end = Infinity) {
    const start = this.begun + index;
    return this.log.slice(start, Math.min(start + 2, this.begun + end));
  }

  /** The fault of the move that would start at this position of the append. */
  wrongFrom(index, refused) {
    return new Wrong("move-refused", `${this.eventAt(index)?.type} cannot happen here: ${refused.message}`, this.first.version + index);
  }

  /** Reports the draws of the last append, which are known to be right here. */
  reportDraws() {
    for (const { version, data } of this.log.slice(this.begun, this.version)) {
      if (data.draw) this.onDraw(derived(this.drawSources[data.draw.n], version, data.draw));
    }
  }

  emit(type, owner, data) {
    this.version += 1;
    const blinding = this.hides(type, data) && { blinding: blindingOf(this.file, this.version) };
    this.produced.push({ type, seat: owner, data: { ...data, ...blinding } });
    if (type in this.game.events) {
      this.game.apply(type, owner, data);
      const owing = this.game.owing();
      this.decisions = this.decisions.map((open, at) => (owing.includes(at) ? (at !== owner && open) || this.version : 0));
    }
  }

  nextDraw() {
    const n = this.drawSources.length;
    const source = this.sourceOf(n);
    if (this.inheriting && !source) refuse(`no source of the fork has draw number ${n}.`);
    this.drawSources.push(source ?? { secret: this.file.secret, seeds: this.seeds, table: this.file.table });
    return [this.drawSources[n], n];
  }

  compare(indexes = this.produced.keys()) {
    for (const index of indexes) {
      const [produced, event] = [this.produced[index], this.eventAt(index)];
      const version = this.first.version + index;
      if (!event) throw new Wrong("event-missing", `By the rules a ${produced.type} follows.`, version);
      const alike = event.type === produced.type;
      if (!alike || event.seat !== produced.seat || !same(this.completed(event), produced.data)) {
        if (alike && event.data.draw && produced.data.draw && !same(event.data.draw, produced.data.draw)) {
          throw new Wrong("draw-wrong", `The secret gives ${canonical(produced.data.draw)}, not ${canonical(event.data.draw)}.`, version);
        }
        const hint = alike && event.type === Object.keys(this.game.events)[0] ? OWN_DATA : "";
        throw new Wrong("event-wrong", `By the rules it is ${shown(produced)}, not ${shown(event)}.${hint}`, version);
      }
      if (event.at !== this.first.at) throw new Wrong("time-wrong", `Its time should be ${this.first.at}, as before it.`, version);
      if (event.at < this.lastAt) throw new Wrong("time-wrong", `The event before it is later: ${this.lastAt}.`, version);
      if (event.decision !== this.decision) throw new Wrong("decision-wrong", `Its decision should be ${this.decision}.`, version);
    }
  }

  completed(event) {
    return completed(event, this.later);
  }

  take({ owner, ...holder }) {
    this.seats[owner] = { kind: holder.kind, seed: holder.client_seed, resigned: false, level: holder.level, advised: 0 };
    this.emit("table.seat-taken", owner, holder);
  }

  resign(owner) {
    this.seats[owner].resigned = true;
    this.emit("table.seat-resigned", owner, {});
    this.game.resign(owner);
  }

  people() {
    return this.seats.filter(({ kind: held }) => held === "human").length;
  }

  finish(result) {
    this.status = "finished";
    this.emit("table.finished", null, { outcome: result });
  }
}

const OWN_DATA = " Or the table uses a deployment's own cards or board: then the check has to be given them.";

function shown({ type, seat: owner, data }) {
  return `${type} ${short(canonical({ seat: owner, ...data }), 300)}`;
}
