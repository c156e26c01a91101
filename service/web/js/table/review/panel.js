// The button that has a finished game reviewed, how far that is, and the findings.

import { announce, h, replace } from "../../dom.js";
import { explain } from "../../problems.js";
import { t } from "../../text.js";
import { findings } from "./findings.js";
import { knownReview, readReview } from "./reading.js";

/**
 * `{element, about(seat), leave()}`: the review of a table, first about `seat`. `own(seat)`: it is the visitor's. `onReview(review)` is called
 * when it is there, `hrefOf(version)` is where a version is shown, and `onPick(version)` is called, if it is given, when one is chosen.
 */
export function reviewPanel(table, { seat, own, hrefOf, onPick = null, onReview = () => {} }) {
  const leaving = new AbortController();
  const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("review.making") });
  const status = h("p", { class: "soft small", role: "status" });
  const found = h("div", { class: "findings", onclick: pick });
  const button = h("button", { type: "button", class: "button", "data-do": "review", onclick: read });
  const element = h("div", { class: "review" }, button, bar, status, found);
  let [review, subject] = [null, seat];
  about(seat);
  take(knownReview(table));
  return { element, about, leave: () => leaving.abort() };

  function about(seat) {
    subject = seat;
    button.textContent = t(own(seat) ? "review.ask-own" : "review.ask");
    if (review) replace(found, findings(review, subject, { own: own(subject), hrefOf }));
  }

  function take(read) {
    if (read === null) return;
    review = read;
    button.hidden = true;
    about(subject);
    onReview(review);
  }

  async function read() {
    button.disabled = true;
    replace(status, t("review.making"));
    try {
      take(await readReview(table, leaving.signal, (progress) => Object.assign(bar, { hidden: false, value: progress })));
      replace(status);
      announce(found.firstChild.textContent);
      if (document.activeElement === document.body) found.querySelector("a")?.focus({ preventScroll: true });
    } catch (problem) {
      if (leaving.signal.aborted) return;
      if (!("code" in problem)) throw problem;
      replace(status, h("span", { class: "wrong" }, explain(problem)));
    } finally {
      button.disabled = false;
      bar.hidden = true;
    }
  }

  function pick(event) {
    const link = event.target.closest("a");
    if (!onPick || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPick(Number(link.dataset.version));
  }
}
