// Errors of the page that nothing else handles: shows them and reloads the view. That happens automatically once. After that there is
// a button.

import { Problem } from "./api.js";
import { h } from "./dom.js";
import { showNote } from "./notes.js";
import { t } from "./text.js";
import { showProblem } from "./problems.js";

const EXTENSION = /-extension:\/\//;

let reload = async () => {};
let last = null; // one error may be reported twice, if two callers wait for what failed
let reloaded = null; // the address whose view was reloaded

/** Listens for errors from now on, in place of `old.js`. `reloadView()` reloads the view. */
export function watchFailures(reloadView) {
  reload = reloadView;
  document.documentElement.dataset.started = "";
  addEventListener("error", ({ error }) => failed(error));
  addEventListener("unhandledrejection", ({ reason }) => failed(reason));
}

/** An event without an error is not ours: browsers hide errors of other scripts, and report slow layouts like this. */
function failed(error) {
  if (!error || error === last || error.name === "AbortError" || EXTENSION.test(error.stack)) return;
  last = error;
  if (error instanceof Problem) showProblem(error);
  else if (reloaded === location.pathname) offerReload();
  else loadAgain();
}

async function loadAgain() {
  reloaded = location.pathname;
  await reload();
  if (!isOffered()) showNote(t("page.reloaded"));
}

const isOffered = () => document.querySelector("#notes [data-do=reload]") !== null;

function offerReload() {
  if (isOffered()) return;
  const button = h("button", { type: "button", class: "button small", "data-do": "reload", onclick: () => location.reload() }, t("page.reload"));
  document.getElementById("notes").append(h("div", { class: "note", role: "alert" }, h("p", {}, t("page.failing")), button));
}
