// What a review says about one seat: how well it decided, and its most costly moves.

import { h } from "../../dom.js";
import { levelName } from "../../levels.js";
import { number, t } from "../../text.js";

/** The sentence `review.KIND-chance` or `review.KIND-points` about what decisions have cost; percents are whole. */
export function costing(kind, { unit }, cost, terms = {}) {
  const rounded = unit === "chance" && cost >= 1 ? Math.round(cost) : Number(cost.toPrecision(cost < 10 ? 2 : 3));
  return t(`review.${kind}-${unit}`, { ...terms, cost: number(rounded), points: rounded });
}

/** The findings about a seat. `own`: it is the visitor's. `hrefOf(version)` is where a version is shown. */
export function findings(review, seat, { own, hrefOf }) {
  const { decisions, as_best, cost, costly } = review.seats[seat];
  if (!decisions) return [h("p", {}, t("review.none"))];
  const known = new Map(review.decisions.map((decision) => [decision.version, decision]));
  const summary = t("review.summary", { n: decisions, same: as_best, level: levelName(review.level) });
  const others = decisions - as_best;
  const mean = others ? ` ${costing(others > 1 ? "others" : "other", review, cost / others, { n: others })}` : "";
  const heading = h("h3", {}, t(own ? "review.costly-own" : "review.costly", { n: costly.length }));
  const moves = costly.map((version) => moveOf(review, known.get(version), hrefOf));
  return [h("p", {}, summary, mean), ...(moves.length ? [heading, h("ol", { class: "costly" }, moves)] : [])];
}

function moveOf(review, { version, round, made, reason, cost }, hrefOf) {
  const link = h("a", { href: hrefOf(version - 1), "data-version": version - 1 }, t("replay.round", { n: round }));
  return h("li", {},
    h("p", { class: "row" }, link, h("strong", {}, costing("less", review, cost))),
    h("p", {}, t("review.made", { words: made.words })),
    h("p", {}, t("review.best", { words: reason })));
}
