// Through whose eyes a replay is seen: everybody's, or those of a seat, with what it hid from the others.

import { aside, h, replace } from "../dom.js";
import { t } from "../text.js";

const EVERYBODY = "";

/** `{element, update(view, chosen)}`; `onChoice(seat)` is called with the number of a seat, or null for everybody. */
export function eyes(onChoice) {
  const select = h("select", { class: "choice", onchange: () => onChoice(select.value === EVERYBODY ? null : Number(select.value)) });
  const element = h("label", { class: "eyes", hidden: true }, aside(t("replay.eyes")), select);
  return { element, update };

  /** Shows the seats of a view, or (null) no choice. */
  function update(view, chosen) {
    element.hidden = view === null;
    if (view === null) return;
    const seats = view.seats.map(({ seat, name }) => h("option", { value: seat }, t("replay.as-seat", { name: name ?? t("replay.free") })));
    replace(select, h("option", { value: EVERYBODY }, t("replay.as-everybody")), seats);
    select.value = chosen ?? EVERYBODY;
  }
}
