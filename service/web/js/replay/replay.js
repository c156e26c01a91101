// The parts of a replay, and how they follow each step.

import { h, replace } from "../dom.js";
import { seatClass } from "../marks.js";
import { isSecret, wasHidden } from "../hidden.js";
import { listed, t } from "../text.js";
import { showProblem } from "../problems.js";
import { chart } from "./chart.js";
import { Check } from "./check.js";
import { controls } from "./controls.js";
import { downloads } from "./downloads.js";
import { eyes } from "./eyes.js";
import { openForkDialog } from "./fork.js";
import { head } from "./head.js";
import { log } from "./log.js";
import { reviewing } from "./reviewing.js";
import { addressOf, share } from "./share.js";
import { stage } from "./stage.js";
import { Stepper } from "./stepper.js";
import { beginningOf, logLines, scoresOf, stopsOf, withLines } from "./timeline.js";

const ADDRESS_EVERY_MS = 400;

/** `{game, view (the newest), events, pastOf(seat)}`; `element`, `acts` (what keys do), `begin(at, seat)`, `extend(events)`, `renew(view)`, `leave()`. */
export class Replay {
  #drawn = 0;
  #updatingAddress = null;
  #left = false;

  constructor({ game, view, events, pastOf, sentence }) {
    Object.assign(this, { game, view, events, pastOf, sentence, seat: null, past: pastOf(null) });
    this.retell();
    this.stepper = new Stepper({
      at: 1,
      stops: stopsOf(this.entries, events.length),
      show: (...step) => this.draw(...step),
      pace: () => this.controls.speed().ms,
      onState: (state) => this.follow(state),
    });
    this.acts = actsOf(this.stepper);
    this.makeParts(this.acts.go);
    this.log.add(this.entries);
    this.renew(view);
  }

  makeParts(go) {
    const [{ game, view, events }, words] = [this, (version) => this.words(version)];
    this.caption = h("p", { class: "current-event" });
    this.stage = stage(game, () => events);
    this.reviewing = reviewing(view.table, game, go, this.stage.element);
    this.controls = controls(this.acts, [this.caption, this.reviewing.line]);
    this.eyes = eyes((seat) => this.see(seat));
    this.head = head(game, this.eyes.element, () => openForkDialog({ view: this.view, at: this.stepper.at, levels: game.levels }));
    this.charted = h("section", { class: "panel", "aria-labelledby": "chart-title" });
    this.log = log(t("replay.log"), go);
    const own = () => game.ownData(this.view, events);
    this.check = new Check({ past: () => ({ view: this.view, events }), words, onPick: go, own });
    this.share = share(view.table);
    this.downloads = downloads(view.table);
    const heading = h("h2", { id: "log-title" }, t("replay.log"));
    const logPanel = h("section", { class: "panel game-log", "aria-labelledby": "log-title" }, heading, this.log.element);
    const scene = h("div", { class: "scene fitted" }, this.head.element, this.stage.element, this.controls.element);
    const tools = h("div", { class: "tools" }, this.check.element, this.share.element, this.downloads.element);
    this.element = h("div", { class: "replay" }, scene, h("div", { class: "side" }, this.charted, this.reviewing.element, logPanel), tools);
  }

  /** Shows the first picture: that of a version, or (null) the start of the game, as a seat saw it, or everybody. */
  begin(at, seat) {
    this.stepper.at = at ?? beginningOf(this.events);
    return this.see(this.isOpen() && seat in this.view.seats ? seat : null);
  }

  /** Whether everybody may see what the seats hid from each other, and they did. */
  isOpen() {
    return this.view.status === "finished" && wasHidden(this.game.hidden, this.events);
  }

  /** Shows the same version as a seat saw it, or (null) everybody. */
  see(seat) {
    Object.assign(this, { seat, past: this.pastOf(seat) });
    this.eyes.update(this.isOpen() ? this.view : null, seat);
    this.log.lead((version) => addressOf(this.view.table, version, seat));
    this.stage.seeAs(seat);
    this.#drawn = 0;
    this.layOut();
    return this.stepper.go(this.stepper.at);
  }

  /** Makes the lines of the log anew, with what this view may show. */
  retell() {
    this.nextLines = logLines((event) => this.sentence(event, this.view), this.game.roundOf);
    this.lines = this.entries = this.nextLines(this.events);
  }

  /** The steps are the lines of the log and, with the eyes of a seat, what it decided in secret. */
  layOut() {
    const own = this.events.filter((event) => event.seat === this.seat && this.seat !== null && isSecret(this.game.hidden, event));
    const decided = own.map((event) => ({ version: event.version, seat: event.seat, text: this.sentence(event, this.view, { whole: true }) }));
    this.lines = withLines(this.entries, decided);
    this.stepper.extend(stopsOf(this.lines, this.events.length));
  }

  /** New events: a visitor at the newest version moves on to the new one. */
  extend(news) {
    const newest = this.stepper.at === this.stepper.last;
    this.events.push(...news);
    const entries = this.nextLines(news);
    this.entries.push(...entries);
    this.log.add(entries);
    this.layOut();
    this.drawChart();
    if (newest && !this.stepper.playing) this.stepper.go(this.stepper.last);
  }

  /** A newer view of the table: the game has started, or it is over. */
  renew(view) {
    if (this.#left) return;
    const ends = view.status === "finished" && this.view.status !== "finished";
    this.view = view;
    if (ends) this.end();
    document.title = t("replay.document-title", { names: listed(view.seats.map(({ name }) => name ?? t("replay.free"))) });
    for (const part of [this.head, this.check, this.downloads, this.reviewing]) part.update(view);
    this.eyes.update(this.isOpen() ? view : null, this.seat);
    this.drawChart();
  }

  /** A finished table does not tell that seats decided in secret. */
  end() {
    this.retell();
    this.log.replace(this.entries);
    this.layOut();
  }

  leave() {
    this.#left = true;
    this.stepper.pause();
    clearTimeout(this.#updatingAddress);
    for (const part of [this.check, this.downloads, this.reviewing]) part.leave();
  }

  drawChart() {
    const { seats } = this.view;
    const names = seats.map(({ name }) => name ?? t("replay.free"));
    const scores = scoresOf(this.game.sheet(this.events), seats.length);
    this.chart = chart(scores, names, this.acts.go);
    this.charted.hidden = scores.length < 2;
    replace(this.charted, h("h2", { id: "chart-title" }, t("replay.chart")), this.chart.element);
    this.chart.at(this.stepper.at);
  }

  /** The text for a version: its own line, or the last one before it. */
  words(version) {
    return this.lines.findLast((entry) => entry.version <= version)?.text ?? "";
  }

  async draw(at, before, stillWanted) {
    const next = at === this.stepper.stops.find((version) => version > before) && this.#drawn === before;
    const events = next && this.controls.speed().animated ? this.events.slice(before, at) : [];
    try {
      const view = await this.past.at(at);
      this.past.prefetch(this.stepper.stops, at);
      if (stillWanted()) await this.stage.draw(view, events, stillWanted);
      if (stillWanted()) this.#drawn = at;
    } catch (problem) {
      if (!("code" in problem)) throw problem;
      this.stepper.pause();
      showProblem(problem);
    }
  }

  /** The rest of the page follows the stepper at once, while the board is still being drawn. */
  follow(state) {
    const entry = this.lines.findLast(({ version }) => version <= state.at);
    this.caption.textContent = entry?.text ?? "";
    this.caption.className = `current-event ${Number.isInteger(entry?.seat) ? seatClass(entry.seat) : ""}`;
    this.caption.setAttribute("aria-live", state.playing ? "off" : "polite");
    this.controls.update(state, this.caption.textContent);
    this.reviewing.at(state.at, this.stepper.next());
    this.log.at(state.at);
    this.chart.at(state.at);
    this.share.at(state.at, this.seat);
    this.updateAddress();
  }

  /** Puts the position into the address after a delay, also while the replay runs. Browsers limit how often a page may do this. */
  updateAddress() {
    if (this.#left) return;
    this.#updatingAddress ??= setTimeout(() => {
      this.#updatingAddress = null;
      history.replaceState(null, "", addressOf(this.view.table, this.stepper.at, this.seat));
    }, ADDRESS_EVERY_MS);
  }
}

function actsOf(stepper) {
  const go = (version) => void stepper.go(version);
  const action = (name) => () => void stepper[name]();
  return { go, first: () => go(1), end: () => go(stepper.last), back: action("back"), forward: action("forward"), toggle: action("toggle") };
}
