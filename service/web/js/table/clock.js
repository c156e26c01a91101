// Counts down to the service's deadline.

import { serverNow } from "../clock.js";
import { announce, aside, h, svg } from "../dom.js";
import { t } from "../text.js";

const TICK_MS = 250;
const SOON_MS = 10_000;

/** {element, update(deadline, own), leave()}: `deadline` is a service time or null; `own`: the deadline is the viewer's, with a warning. */
export function clock() {
  const text = h("span", {});
  const label = aside("");
  const element = h("span", { class: "clock", role: "timer", hidden: true }, dial(), label, text);
  let until = null;
  let warned = null;

  const show = () => {
    if (until === null) return;
    const left = Math.max(0, Date.parse(until.deadline) - serverNow());
    const time = formatTime(left);
    if (text.textContent !== time) text.textContent = time; // the same text would lay the page out again
    element.classList.toggle("soon", left <= SOON_MS);
    if (until.own && left <= SOON_MS && warned !== until.deadline) {
      warned = until.deadline;
      announce(t("table.clock-soon"));
    }
  };
  const ticking = setInterval(show, TICK_MS);
  const update = (deadline, own) => {
    until = deadline === null ? null : { deadline, own };
    element.hidden = until === null;
    label.textContent = `${t("table.clock")} `;
    show();
  };
  return { element, update, leave: () => clearInterval(ticking) };
}

/** Minutes and seconds, with hours if there are any. */
function formatTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function dial() {
  const parts = [svg("circle", { cx: 10, cy: 10, r: 7.5 }), svg("path", { d: "M10 5.5V10l3 2" })];
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, parts);
}
