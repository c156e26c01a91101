// The game log: each line links to its version.

import { h } from "../dom.js";
import { seatClass } from "../marks.js";

const LONG = 400;
const SETTLING = 4;

/**
 * `entries`: [{version, seat (or null), text, heading (or null)}]; a heading starts a part. `onPick(version)` is called when a line is
 * chosen. Returns `{element, at(version), add(entries), replace(entries), lead(addressOf)}`; `at` highlights the last line up to that version and
 * scrolls it into view inside the log; `addressOf(version)` is where the links of the lines lead.
 */
export function log(label, onPick) {
  const [links, list] = [new Map(), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label })];
  let [part, lit, addressOf] = [null, null, (version) => `?at=${version}`];
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPick(Number(link.dataset.version));
  });
  return { element: list, at, add, replace, lead };

  function add(entries) {
    for (const { version, seat, text, heading } of entries) {
      if (heading !== null || part === null) {
        part = h("ol", {});
        list.append(h("section", {}, heading === null ? null : h("h3", {}, heading), part));
      }
      const link = h("a", { href: addressOf(version), "data-version": version, class: seat === null ? null : seatClass(seat) }, text);
      links.set(version, link);
      part.append(h("li", {}, link));
    }
    list.classList.toggle("long", links.size > LONG);
  }

  function replace(entries) {
    links.clear();
    list.replaceChildren();
    [part, lit] = [null, null];
    add(entries);
  }

  function lead(newAddressOf) {
    addressOf = newAddressOf;
    for (const [version, link] of links) link.setAttribute("href", addressOf(version));
  }

  function at(version) {
    const link = links.get([...links.keys()].findLast((known) => known <= version)) ?? null;
    if (link === lit) return;
    lit?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "step");
    lit = link;
    if (link) requestAnimationFrame(() => reveal(link, SETTLING));
  }

  /** The browser lays out only the visible part of a long log, so positions change for some frames. */
  function reveal(link, frames) {
    if (link !== lit) return;
    if (frames) requestAnimationFrame(() => reveal(link, frames - 1));
    const [inside, around] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inside.top >= around.top + 8 && inside.bottom <= around.bottom - 8) return;
    list.scrollTop += inside.top - around.top - around.height / 2 + inside.height / 2;
  }
}
