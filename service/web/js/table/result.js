// The end of a game: the ranking, and the next actions.

import { h } from "../dom.js";
import { seatClass, who } from "../marks.js";
import { listed, number, t } from "../text.js";

/** Who has won, in a few words; of a player who was alone, the points. */
function resultOf({ outcome, seats }, seat) {
  if (seats.length === 1) return `${number(outcome.ranking[0].points)} ${t("table.points", { n: outcome.ranking[0].points })}`;
  if (!outcome.winners.length) return t("table.nobody-won");
  if (outcome.winners.length > 1) return t("table.won-together", { names: listed(outcome.winners.map((winner) => seats[winner].name)) });
  return outcome.winners[0] === seat ? t("table.you-won") : t("table.won", { name: seats[outcome.winners[0]].name });
}

/** The panel for a finished table; `rematchElement` is the element for its rematch. */
export function result(game, view, seat, rematchElement) {
  const { outcome, table } = view;
  const rows = outcome.ranking.map((entry) => row(game, view, entry, seat));
  const links = [["replay", `/t/${table}?at=1`, t("table.replay")], ["lobby", "/", t("page.to-lobby")]];
  return h("section", { class: "panel result", "aria-label": t("table.result") },
    h("div", {}, h("p", { class: "reason" }, t(`reason-${outcome.reason}`)), h("h2", {}, resultOf(view, seat))),
    h("ol", { class: "ranking" }, rows),
    rematchElement,
    h("div", { class: "row" }, links.map(([name, href, text]) => h("a", { class: "button", href, "data-do": name }, text))));
}

function row(game, view, { seat, rank, points }, own) {
  const { name, resigned } = view.seats[seat];
  return h("li", { class: `${seatClass(seat)}${view.outcome.winners.includes(seat) ? " won" : ""}` },
    h("span", { class: "rank" }, rank),
    who(seat, name),
    seat === own && h("span", { class: "tag" }, t("table.you")),
    resigned && h("span", { class: "tag" }, t("table.resigned")),
    h("span", { class: "soft small" }, game.resultText(view, seat)),
    h("strong", { class: "points" }, number(points), h("span", { class: "aside" }, ` ${t("table.points", { n: points })}`)));
}
