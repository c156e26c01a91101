// Errors of the page itself, which nothing else has dealt with: they are shown, and the view is loaded again. That happens once by itself;
// where it does not help there is a button.

import { Problem } from "./api.js";
import { h } from "./dom.js";
import { tell } from "./notes.js";
import { t } from "./text.js";
import { explain } from "./words.js";

const EXTENSION = /-extension:\/\//;

let reload = async () => {};
let last = null; // one error may be reported twice: two may have waited for what failed
let reloaded = null; // the address whose view has been loaded again

/** Watches for errors from now on, as `old.js` has done until now; `again()` loads the view again. */
export function watchFailures(again) {
  reload = again;
  document.documentElement.dataset.started = "";
  addEventListener("error", ({ error }) => failed(error));
  addEventListener("unhandledrejection", ({ reason }) => failed(reason));
}

/** Without an error it is none of ours: browsers hide those of other scripts, and report layouts that take too long in this way. */
function failed(error) {
  if (!error || error === last || error.name === "AbortError" || EXTENSION.test(error.stack)) return;
  last = error;
  if (error instanceof Problem) tell(explain(error));
  else if (reloaded === location.pathname) offerReload();
  else loadAgain();
}

async function loadAgain() {
  reloaded = location.pathname;
  await reload();
  if (!isOffered()) tell(t("page.reloaded"));
}

const isOffered = () => document.querySelector("#notes [data-do=reload]") !== null;

function offerReload() {
  if (isOffered()) return;
  const button = h("button", { type: "button", class: "button small", "data-do": "reload", onclick: () => location.reload() }, t("page.reload"));
  document.getElementById("notes").append(h("div", { class: "note", role: "alert" }, h("p", {}, t("page.failing")), button));
}
