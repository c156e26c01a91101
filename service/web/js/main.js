// The entry point: language, top bar, the view of the address, and an invitation or a seat in the address. The code for those two
// is loaded only for addresses that contain them.

import { watchFailures } from "./failing.js";
import { keepPlace, refresh } from "./navigation.js";
import { removeOutageNotes } from "./outage.js";
import { startRouter } from "./router.js";
import { loadLanguage } from "./text.js";
import { drawTop } from "./top.js";

const accept = async () => location.hash && (await import("./invitations.js")).acceptFromAddress();
const claim = async () => location.hash && (await import("./claim.js")).claimFromAddress();

async function begin() {
  await loadLanguage();
  watchFailures(refresh);
  keepPlace();
  drawTop();
  removeOutageNotes();
  addEventListener("hashchange", accept); // the visitor may open the link where the page is already open
  await accept();
  await startRouter();
  addEventListener("hashchange", claim);
  await claim();
}

if (!("old" in document.documentElement.dataset)) await begin();
