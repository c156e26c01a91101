// Opens a table by a link or an ID.

import { h } from "../dom.js";
import { navigate } from "../navigation.js";
import { t } from "../text.js";

const FORM = /(?:^|\/)(p\d\d-[0-9a-z]{26})(\?at=\d+)?(?:$|[?#/])/;

/** The field for a link. */
export function byLink() {
  const input = h("input", {
    type: "text", autocomplete: "off", spellcheck: "false", placeholder: `${location.origin}/t/…`,
    "aria-label": t("lobby.link"), "aria-describedby": "link-wrong",
  });
  const wrong = h("p", { id: "link-wrong", class: "wrong", role: "alert" });
  const go = (event) => {
    event.preventDefault();
    const fits = FORM.exec(input.value.trim());
    wrong.textContent = fits ? "" : t("lobby.link-wrong", { example: `${location.origin}/t/p07-…` });
    if (fits) navigate(`/t/${fits[1]}${fits[2] ?? ""}`);
    else input.focus();
  };
  const button = h("button", { type: "submit", class: "button" }, t("lobby.go"));
  const form = h("form", { class: "link-form field", onsubmit: go }, input, button);
  return h("section", { class: "panel by-link" }, h("h2", {}, t("lobby.by-link")), form, wrong);
}
