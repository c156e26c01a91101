// The beginning: language, the bar at the top, the view of the address, and what it hands over: an invitation, a seat. What deals with
// those comes only for addresses that do.

import { watchFailures } from "./failing.js";
import { refresh } from "./navigation.js";
import { forgetOutages } from "./outage.js";
import { startRouter } from "./router.js";
import { loadLanguage } from "./text.js";
import { drawTop } from "./top.js";

const accept = async () => location.hash && (await import("./invitations.js")).acceptFromAddress();
const claim = async () => location.hash && (await import("./claim.js")).claimFromAddress();

async function begin() {
  await loadLanguage();
  watchFailures(refresh);
  drawTop();
  forgetOutages();
  addEventListener("hashchange", accept); // the link may be opened where the page is shown already
  await accept();
  await startRouter();
  addEventListener("hashchange", claim);
  await claim();
}

if (!("old" in document.documentElement.dataset)) await begin();
