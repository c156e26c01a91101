// The exports of a finished table: each is created on request and shows its progress.

import { announce, h, replace, svg } from "../dom.js";
import { createExport } from "../exports.js";
import { number, t } from "../text.js";
import { explain } from "../problems.js";

const ARROW = "M12 4v11m-5-5 5 5 5-5M5 20h14";

const formats = () => [
  { format: "html", about: t("replay.file-html") },
  { format: "json", about: t("replay.file-json") },
  { format: "txt", about: t("replay.file-txt") },
  { format: "csv", about: t("replay.file-csv") },
  { format: "svg", about: t("replay.file-svg") },
  { format: "ndjson", about: t("replay.file-ndjson") },
];

/** Buttons for all formats of a table's exports: `{element, update(view), leave()}`. They appear when the table is finished. */
export function downloads(table) {
  const leaving = new AbortController();
  const list = h("ul", { class: "files" }, formats().map((file) => fileRow(table, file, leaving.signal)));
  const later = h("p", { class: "soft" }, t("replay.files-later"));
  const heading = h("h2", { id: "files-title" }, t("replay.files"));
  const element = h("section", { class: "panel downloads", "aria-labelledby": "files-title" }, heading, later, list);
  const update = ({ status }) => {
    later.hidden = status === "finished";
    list.hidden = status !== "finished";
  };
  return { element, update, leave: () => leaving.abort() };
}

function fileRow(table, { format, about }, signal) {
  const status = h("span", { class: "soft small", role: "status" });
  const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ARROW }));
  const words = [h("b", {}, format), h("span", {}, about)];
  const button = h("button", { type: "button", class: "file", "data-format": format, onclick: download }, icon, words);
  const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("replay.file-making", { format }) });
  return h("li", {}, button, bar, status);

  async function download() {
    button.disabled = true;
    replace(status);
    try {
      const made = await createExport(table, format, signal, (progress) => Object.assign(bar, { hidden: false, value: progress }));
      save(made.file.url);
      replace(status, t("replay.file-done", { size: size(made.file.bytes) }));
      announce(status.textContent);
    } catch (problem) {
      if (!signal.aborted) replace(status, h("span", { class: "wrong" }, explain(problem)));
    } finally {
      button.disabled = false;
      bar.hidden = true;
    }
  }
}

function save(url) {
  const link = h("a", { href: url, download: "", hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}

const size = (bytes) => (bytes < 1024 ? `${number(bytes)} B` : `${number(Math.round(bytes / 102.4) / 10)} KB`);
