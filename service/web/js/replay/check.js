// "Check the dice": verifies a finished table in this page, with docs/verify.mjs and Web Crypto.

import { promiseOf } from "../dice.js";
import { announce, h, replace, svg } from "../dom.js";
import { fixed, withOthers } from "../fixed.js";
import { t } from "../text.js";
import { drawn } from "./draw.js";
import { issuing } from "./issuing.js";
import { canonical, fileOf } from "./proof.js";
import { again, hasWebCrypto } from "./sums.js";

const PATHS = { right: "M5 13l4.5 4.5L19 7", wrong: "M12 5v9M12 18v.5", uncheckable: "M12 5v9M12 18v.5" };

/**
 * The panel. `past()` → {view, events}; `words(version)` of an event; `onPick(version)` is called to show it; `own()`: a deployment's own
 * cards or board, for the verifier. `element`, `update(view)`, `leave()`: before the game is over the panel shows only
 * the commitment.
 */
export class Check {
  #worker = null;

  constructor(known) {
    Object.assign(this, known);
    this.button = h("button", { type: "button", class: "button primary", onclick: () => this.run() }, t("replay.check"));
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("replay.checking") });
    this.said = h("p", { class: "verdict", role: "status" });
    this.draws = h("ol", { class: "draws scroll", tabindex: "0", "aria-label": t("replay.draws") });
    this.body = h("div", { class: "checked", hidden: true }, this.bar, this.said, this.draws);
    [this.about, this.facts] = [h("p", { class: "soft" }), h("dl", { class: "facts" })];
    this.promise = h("p", { class: "promise" });
    const heading = h("h2", { id: "check-title" }, t("replay.check-title"));
    const parts = [heading, this.about, this.promise, this.button, this.body, this.facts];
    this.element = h("section", { class: "panel verify", "aria-labelledby": "check-title" }, parts);
  }

  update(view) {
    const { status, fairness } = view;
    const over = status === "finished";
    sayFixed(this.promise, promiseOf(view.table), view);
    this.about.textContent = over ? t("replay.check-about") : t("replay.check-later");
    this.button.hidden = !over;
    replace(this.facts, factsOf(fairness));
  }

  leave() {
    this.#worker?.terminate();
  }

  async run() {
    const { view, events } = this.past();
    const total = events.filter(({ data }) => data.draw).length;
    this.button.disabled = true;
    this.body.hidden = false;
    this.body.dataset.state = "running";
    replace(this.draws);
    let [told, lines] = [0, Promise.resolve([])];
    const take = (batch) => {
      told += batch.length;
      this.bar.value = told / total;
      this.said.textContent = t("replay.checking-draws", { told, total });
      lines = lines.then(async (before) => [...before, ...(await this.lines(batch))]);
    };
    try {
      const { receipts, issuer } = await issuing(view.table);
      const verdict = await this.verified({ text: canonical(fileOf(view, events, receipts)), own: this.own(), issuer }, take);
      this.settle(verdict, await lines);
    } catch (error) {
      this.settle({ status: "uncheckable", detail: String(error), version: null }, []);
    }
  }

  /** What `verify` returns for a file; `onDraws` is called with the draws as it reaches them. */
  verified(task, onDraws) {
    this.#worker = new Worker(new URL("./checking.js", import.meta.url), { type: "module" });
    return new Promise((resolve, reject) => {
      this.#worker.addEventListener("error", (event) => reject(new Error(event.message || "worker")));
      this.#worker.addEventListener("message", ({ data }) => (data.verdict ? resolve(data.verdict) : onDraws(data.draws)));
      this.#worker.postMessage(task);
    }).finally(() => this.leave());
  }

  /** Adds a line for each draw. Resolves to Web Crypto's results for them. */
  async lines(batch) {
    const seconds = await Promise.all(batch.map((told) => (hasWebCrypto() ? again(told) : null)));
    this.draws.append(...batch.map((told, place) => drawn(told, seconds[place], this.words(told.version), this.onPick)));
    return seconds;
  }

  settle(verdict, seconds) {
    const broken = this.broken(seconds);
    const found = { ...verdict, detail: t("replay.detail", { detail: verdict.detail }) };
    const { state, text } = conclusion(broken ? { ...found, status: "wrong", detail: broken } : found, seconds);
    this.body.dataset.state = state;
    this.bar.value = 1;
    this.button.disabled = false;
    this.button.textContent = t("replay.check-again");
    replace(this.said, badge(state), h("span", {}, text), verdict.version && this.way(verdict.version));
    announce(text);
  }

  /** What contradicts the dice besides the verifier's result, or null. */
  broken(seconds) {
    if (seconds.some((second) => second?.same === false)) return t("replay.differs");
    return this.promise.dataset.dice === "changed" ? t("dice.changed") : null;
  }

  way(version) {
    return h("button", { type: "button", class: "link", onclick: () => this.onPick(version) }, t("replay.draw-event", { version }));
  }
}

function conclusion({ status, figures, detail, own, issued }, seconds) {
  if (status === "wrong") return { state: status, text: t("replay.wrong", { detail }) };
  if (status !== "right") return { state: status, text: t("replay.uncheckable", { detail }) };
  const right = t("replay.right", { draws: figures.draws, events: figures.events, moves: figures.appends });
  const twice = seconds.length > 0 && seconds.every((second) => second?.same);
  const said = [right, twice && t("replay.right-twice"), own && t("replay.right-own"), issuance(issued)];
  return { state: status, text: said.filter(Boolean).join(" ") };
}

/** Shows when the dice were fixed, and what that proves here. */
function sayFixed(element, kept, view) {
  const how = fixed(kept, view);
  const together = ["reserved", "seated"].includes(how) && withOthers(kept, view);
  element.dataset.dice = how;
  element.textContent = [t(`dice.${how}`), together && t("dice.together")].filter(Boolean).join(" ");
}

/** Whether this service has issued the file, from `verify`'s result; undefined if the service's keys are not known. */
function issuance(issued) {
  if (!issued) return t("replay.issuer-silent");
  if (issued.by) return t("replay.issued", { key: issued.by });
  return issued.by === null ? t("replay.not-issued", { detail: issued.detail }) : t("replay.issued-unknown");
}

const badge = (state) => svg("svg", { viewBox: "0 0 24 24", class: "badge", "aria-hidden": "true" }, svg("path", { d: PATHS[state] }));

function factsOf({ commitment, secret, client_seeds: seeds }) {
  const fact = (name, ...values) => [h("dt", {}, name), h("dd", {}, values.map((value) => h("code", { class: "seed" }, value)))];
  return [
    fact(t("replay.commitment"), commitment),
    secret !== null && fact(t("replay.secret"), secret),
    seeds.length > 0 && fact(t("replay.seeds", { n: seeds.length }), ...seeds),
  ];
}
