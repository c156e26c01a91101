// The end of a game: the ranking, and the next actions.

import { h } from "../dom.js";
import { seatClass, who } from "../marks.js";
import { hasWon } from "../names.js";
import { listed, number, t } from "../text.js";

/** Who has won, in a few words. */
function resultOf({ outcome, seats }, seat) {
  if (!outcome.winners.length) return t("table.nobody-won");
  if (outcome.winners.length > 1) return t("table.won-together", { names: listed(outcome.winners.map((winner) => seats[winner].name)) });
  return outcome.winners[0] === seat ? t("table.you-won") : t("table.won", { name: seats[outcome.winners[0]].name });
}

/** The result of a player who was alone: the rank, if the game has any, and the points. Nobody has won. */
function resultAlone(game, view, seat) {
  const [{ seat: only, name, resigned }] = view.seats;
  if (resigned) return only === seat ? t("table.you-resigned") : t("table.has-resigned", { name });
  const { points } = view.outcome.ranking[0];
  return [game.rank(view), `${number(points)} ${t("table.points", { n: points })}`].filter(Boolean).join(", ");
}

/** The panel for a finished table; `rematchElement` is the element for its rematch, `reviewElement` for the review of this seat, if any. */
export function result(game, view, seat, rematchElement, reviewElement) {
  const { outcome, table, seats } = view;
  const said = seats.length === 1 ? resultAlone(game, view, seat) : resultOf(view, seat);
  const rows = outcome.ranking.map((entry) => row(game, view, entry, seat));
  const links = [["replay", `/t/${table}?at=1`, t("table.replay")], ["lobby", "/", t("page.to-lobby")]];
  return h("section", { class: "panel result", "aria-label": t("table.result") },
    h("div", {}, h("p", { class: "reason" }, t(`reason-${outcome.reason}`)), h("h2", {}, said)),
    h("ol", { class: "ranking" }, rows),
    rematchElement,
    h("div", { class: "row" }, links.map(([name, href, text]) => h("a", { class: "button", href, "data-do": name }, text))),
    reviewElement);
}

function row(game, view, { seat, rank, points }, own) {
  const { name, resigned } = view.seats[seat];
  return h("li", { class: `${seatClass(seat)}${hasWon(view, seat) ? " won" : ""}` },
    view.seats.length > 1 && h("span", { class: "rank" }, rank),
    who(seat, name),
    seat === own && h("span", { class: "tag" }, t("table.you")),
    resigned && h("span", { class: "tag" }, t("table.resigned")),
    h("span", { class: "soft small" }, game.resultText(view, seat)),
    h("strong", { class: "points" }, number(points), h("span", { class: "aside" }, ` ${t("table.points", { n: points })}`)));
}
