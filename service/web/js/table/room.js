// The parts of a table, and how they are connected.

import { announce, h, replace } from "../dom.js";
import { showNote } from "../notes.js";
import { explain, showProblem } from "../problems.js";
import { addressOf } from "../replay/share.js";
import { steady } from "../steady.js";
import { t } from "../text.js";
import { Display } from "./display.js";
import { head, statusOf } from "./head.js";
import { Hints } from "./hint.js";
import { journal } from "./journal.js";
import { missedNotice, noticeOf, removeTimeoutNotes } from "./notices.js";
import { Pending } from "./pending.js";
import { rematch } from "./rematch.js";
import { result } from "./result.js";
import { reviewPanel } from "./review/panel.js";
import { rules } from "./rules.js";
import { scores } from "./scores.js";
import { sentenceOf } from "./sentences.js";
import { tools } from "./tools.js";
import { waiting } from "./waiting.js";

export class Room {
  #board = null;
  #shape = "";
  #acting = false; // a button beside the board runs its action
  #warned = false; // the player knows that others see who asks for a hint
  #announcements = [];

  /** `draft`: of an earlier room of this table, see `draft()`. */
  constructor(session, game, draft = null) {
    Object.assign(this, { session, game, earlier: draft, sentence: sentenceOf(game, () => session.events) });
    this.hints = new Hints();
    this.head = head(game, session);
    this.stage = h("div", { class: "stage" });
    this.aside = h("div", { class: "beside" });
    this.tools = tools(session, (action) => this.act(action));
    this.waiting = waiting(session, game, (action) => this.act(action));
    this.element = h("div", { class: "table" }, steady(this.head.element), this.stage, steady(this.aside));
    this.display = new Display({ session, board: () => this.#board, onEvent: (event) => this.shown(event), onRest: () => this.rest() });
    this.pending = new Pending(() => this.#board, (problem) => this.explain(problem));
    this.keys = (event) => this.press(event);
    document.addEventListener("keydown", this.keys);
    this.draw();
    this.notify(missedNotice(game, session));
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.pending.leave();
    this.session.leave();
    this.head.leave();
    this.rematch?.leave();
    this.review?.leave();
  }

  /** What this seat has chosen and not sent: {seat, draft}, null without a board. */
  draft() {
    return this.#board && { seat: this.session.seat, draft: this.#board.draft() };
  }

  /** Shows what is new, one event after the other. Errors in doing so do not affect the session. */
  async news() {
    const { view } = this.session;
    if (view.state && !this.#board) {
      this.display.version = view.version;
      this.draw();
    }
    await this.display.catchUp();
  }

  /** Shows an event when it is its turn. */
  shown(event) {
    this.journal?.add([event], this.session.view);
    if (this.#board) this.head.update(this.#board.shown(), this.session.seat);
    this.notify(noticeOf(this.game, this.session, event));
    const text = this.sentence(event, this.session.view);
    if (!text) return;
    this.#board?.showEvent(text);
    if (event.seat !== this.session.seat) this.#announcements.push(text);
  }

  notify(notice) {
    if (!notice) return;
    if (notice.lasting) removeTimeoutNotes();
    showNote(notice.text, notice);
  }

  /** Everything has been shown. */
  rest() {
    const { view, seat } = this.session;
    const before = this.head.element.querySelector("h1").textContent;
    this.draw();
    const status = statusOf(this.game, view, seat);
    if (status !== before) this.#announcements.push(status);
    if (this.#announcements.length) announce(this.#announcements.splice(0).join(" "));
  }

  /** Updates all parts to the view that is shown now. */
  draw() {
    const { session, game } = this;
    const { view, seat, moves, events } = session;
    const shape = `${view.state === null} ${seat} ${view.status === "finished"}`;
    const [focused, before] = [document.activeElement, this.#shape];
    if (shape !== before) this.arrange();
    this.#shape = shape;
    this.head.update(view, seat);
    this.tools.update();
    this.waiting.update();
    if (view.state) this.scores.update(view, events);
    if (this.#board) this.#board.update(view, moves);
    if (shape !== before) this.refocus(focused, before);
  }

  arrange() {
    const { session, game } = this;
    const { view, seat, moves, events } = session;
    const draft = this.earlier?.seat === seat ? this.earlier.draft : null;
    this.earlier = null;
    const onHint = view.advice === "off" || !game.advisers.length ? null : (again) => this.hint(again);
    this.#board = view.state && game.board(view, { seat, moves, draft, events: () => session.events, onMove: (move) => this.play(move), onHint });
    this.rematch?.leave();
    this.rematch = view.status === "finished" ? rematch(session, (action) => this.act(action)) : null;
    this.review?.leave();
    this.review = this.rematch && view.state && seat !== null && game.advisers.length ? reviewOf(session.table, game, seat) : null;
    const end = this.rematch && result(game, view, seat, this.rematch.element, this.review?.element);
    this.element.classList.toggle("fitted", Boolean(this.#board) && !end);
    replace(this.stage, end, this.#board ?? (end ? null : this.waiting.element));
    if (this.#board) steady(this.#board);
    const last = events.findLast((event) => this.sentence(event, view));
    if (last) this.#board?.showEvent(this.sentence(last, view));
    this.journal = journal(this.sentence, session.table, game.roundOf);
    this.journal.add(events, view);
    this.scores = view.state && scores(game);
    replace(this.aside, this.scores?.element, this.journal.element, rules(game, view), this.tools.element);
  }

  /** After a rearrangement, once all parts are filled: to focus lays out the page as it is. `before`: the shape before, "" at first. */
  refocus(focused, before) {
    const action = before && this.element.querySelector(".result :is(button, a)");
    if (action) focusOn(action);
    else if (!focused?.isConnected) focusOn(this.element.querySelector("h1"));
  }

  /** Plays a move. The board explains an impossible one. */
  async play(move) {
    removeTimeoutNotes();
    await this.pending.run("move", () => this.session.play(move));
  }

  /** Shows the best move that the strongest adviser knows, or with `again` the next best one. */
  async hint(again) {
    const decision = this.session.owed?.decision;
    if (!decision) return;
    if (this.session.view.advice === "announced" && !this.#warned) {
      this.#warned = true;
      this.#board.note(t("table.hint-announced"));
      return;
    }
    await this.pending.run("hint", async () => {
      const hint = await this.hints.next(this.session, this.game.advisers.at(-1), again);
      if (this.session.owed?.decision === decision) this.#board.advise(hint);
    });
  }

  /** Runs the action of a button and shows errors. Resolves to whether it succeeded, or null if another action is running. */
  async act(action) {
    if (this.#acting) return null;
    this.#acting = true;
    try {
      await action();
      return true;
    } catch (problem) {
      if ("code" in problem) showProblem(problem);
      else reportError(problem);
      return false;
    } finally {
      this.#acting = false;
    }
  }

  explain(problem) {
    if (!("code" in problem)) return reportError(problem);
    if (problem.code === "decision-closed") showProblem(problem);
    else this.#board?.explain(explain(problem));
    return undefined;
  }

  /** A key for the board, unless the visitor is typing or a dialog is open. */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
    if (this.#board?.press(event.key, event.target)) event.preventDefault();
  }
}

/** The review of this seat, with links to the replay, as the seat saw it where something was hidden. */
function reviewOf(table, game, seat) {
  const eyes = Object.keys(game.hidden).length ? seat : null;
  return reviewPanel(table, { seat, own: () => true, hrefOf: (version) => addressOf(table, version, eyes) });
}

/** Keeps the scroll position: only the focus moves. */
const focusOn = (element) => element.focus({ preventScroll: true });
