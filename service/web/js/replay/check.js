// "Check the dice": verifies a finished table in this page, with the second verifier and Web Crypto.

import { storedDiceOf } from "../dice.js";
import { announce, h, replace, svg } from "../dom.js";
import { diceOrigin, hasOtherSeeds } from "../dice_origin.js";
import { t } from "../text.js";
import { drawLine } from "./draw.js";
import { fetchIssuance } from "./issuance.js";
import { canonical, fileOf } from "./proof.js";
import { hasWebCrypto, recompute } from "./recompute.js";

const [TICK, MARK] = ["M5 13l4.5 4.5L19 7", "M12 5v9M12 18v.5"];
const PATHS = { right: TICK, wrong: MARK, partial: MARK, uncheckable: MARK };

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
    this.status = h("p", { class: "verdict", role: "status" });
    this.draws = h("ol", { class: "draws scroll", tabindex: "0", "aria-label": t("replay.draws") });
    this.body = h("div", { class: "checked", hidden: true }, this.bar, this.status, this.draws);
    [this.about, this.facts] = [h("p", { class: "soft" }), h("dl", { class: "facts" })];
    this.origin = h("p", { class: "dice-origin" });
    const heading = h("h2", { id: "check-title" }, t("replay.check-title"));
    const parts = [heading, this.about, this.origin, this.button, this.body, this.facts];
    this.element = h("section", { class: "panel verify", "aria-labelledby": "check-title" }, parts);
  }

  update(view) {
    const { status, fairness } = view;
    const over = status === "finished";
    showOrigin(this.origin, storedDiceOf(view.table), view);
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
    let [done, lines] = [0, Promise.resolve([])];
    const addDraws = (batch) => {
      done += batch.length;
      this.bar.value = done / total;
      this.status.textContent = t("replay.checking-draws", { done, total });
      lines = lines.then(async (before) => [...before, ...(await this.lines(batch))]);
    };
    try {
      const { receipts, issuer } = await fetchIssuance(view.table);
      const text = canonical(fileOf(view, events, receipts));
      const verdict = await this.verified({ text, game: view.game, own: this.own(), issuer }, addDraws);
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
      this.#worker.addEventListener("message", ({ data }) => {
        if (data.verdict) resolve(data.verdict);
        else if (data.error) reject(new Error(data.error));
        else onDraws(data.draws);
      });
      this.#worker.postMessage(task);
    }).finally(() => this.leave());
  }

  /** Adds a line for each draw. Resolves to Web Crypto's results for them. */
  async lines(batch) {
    const results = await Promise.all(batch.map((report) => (hasWebCrypto() ? recompute(report) : null)));
    this.draws.append(...batch.map((report, index) => drawLine(report, results[index], this.words(report.version), this.onPick)));
    return results;
  }

  settle(verdict, results) {
    const broken = this.broken(results);
    const found = { ...verdict, detail: t("replay.detail", { detail: verdict.detail }) };
    const { state, text } = conclusion(broken ? { ...found, status: "wrong", detail: broken } : found, results);
    this.body.dataset.state = state;
    this.bar.value = 1;
    this.button.disabled = false;
    this.button.textContent = t("replay.check-again");
    replace(this.status, badge(state), h("span", {}, text), verdict.version && this.eventButton(verdict.version));
    announce(text);
  }

  /** What contradicts the dice besides the verifier's result, or null. */
  broken(results) {
    if (results.some((result) => result?.same === false)) return t("replay.differs");
    return this.origin.dataset.dice === "changed" ? t("dice.changed") : null;
  }

  eventButton(version) {
    return h("button", { type: "button", class: "link", onclick: () => this.onPick(version) }, t("replay.draw-event", { version }));
  }
}

function conclusion({ status, figures, detail, own, issued, erased }, results) {
  if (status === "wrong") return { state: status, text: t("replay.wrong", { detail }) };
  if (status === "uncheckable") return { state: status, text: t("replay.uncheckable", { detail }) };
  const right = t(`replay.${status}`, { draws: figures.draws, events: figures.events, moves: figures.appends });
  const twice = results.length > 0 && results.every((result) => result?.same);
  const lacking = erased.names > 0 && t("replay.right-erased", { n: erased.names });
  const sentences = [right, lacking, twice && t("replay.right-twice"), own && t("replay.right-own"), issuance(issued)];
  return { state: status, text: sentences.filter(Boolean).join(" ") };
}

/** Shows when the dice were fixed, and what that proves here. */
function showOrigin(element, stored, view) {
  const how = diceOrigin(stored, view);
  const together = ["reserved", "seated"].includes(how) && hasOtherSeeds(stored, view);
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
