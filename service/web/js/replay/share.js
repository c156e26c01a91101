// The address of the version shown now, to share. It never contains a token.

import { h } from "../dom.js";
import { copyField } from "../table/copying.js";
import { t } from "../text.js";

/** A field with the address and buttons to share it: `{element, at(version, seat)}`, as this seat saw it (null: as everybody). */
export function share(table) {
  const copying = copyField("", t("replay.link"));
  const field = copying.querySelector("input");
  const handed = () => navigator.share({ url: field.value, title: document.title }).catch(() => {}); // cancelling is not an error
  const hand = navigator.share && h("button", { type: "button", class: "button", onclick: handed }, t("replay.share"));
  const heading = h("h2", { id: "share-title" }, t("replay.link-title"));
  const element = h("section", { class: "panel share", "aria-labelledby": "share-title" }, heading, copying, hand);
  return { element, at: (version, seat) => void (field.value = addressOf(table, version, seat)) };
}

export const addressOf = (table, version, seat) => `${location.origin}/t/${encodeURIComponent(table)}?at=${version}${seat === null ? "" : `&seat=${seat}`}`;
