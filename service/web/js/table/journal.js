// The game log in words, round by round. Each line links to the replay at its version.

import { h } from "../dom.js";
import { log } from "../replay/log.js";
import { logLines } from "../replay/timeline.js";
import { navigate } from "../navigation.js";
import { t } from "../text.js";

/**
 * {element, add(events, view)} for the events of a table, all of them and in order. Events already added are not added again. `roundOf`: of
 * the game (../games/index.js).
 */
export function journal(sentence, table, roundOf) {
  let [seen, last] = [null, 0];
  const nextLines = logLines((event) => sentence(event, seen), roundOf);
  const lines = log(t("table.log"), (version) => navigate(`/t/${table}?at=${version}`));
  const heading = h("h2", { id: "log-title" }, t("table.log"));
  const element = h("section", { class: "panel game-log", "aria-labelledby": "log-title" }, heading, lines.element);
  const add = (events, view) => {
    seen = view;
    const news = events.filter(({ version }) => version > last);
    last = news.at(-1)?.version ?? last;
    const entries = nextLines(news);
    lines.add(entries);
    if (entries.length) requestAnimationFrame(() => requestAnimationFrame(() => (lines.element.scrollTop = lines.element.scrollHeight)));
  };
  return { element, add };
}
