// The beginning: language, the bar at the top, the view of the address, and the seat that it hands over.

import { claimFromAddress } from "./claim.js";
import { acceptFromAddress } from "./invitations.js";
import { startRouter } from "./router.js";
import { loadLanguage } from "./text.js";
import { drawTop } from "./top.js";

await loadLanguage();
drawTop();
addEventListener("hashchange", acceptFromAddress); // the link may be opened where the page is shown already
await acceptFromAddress();
await startRouter();
addEventListener("hashchange", claimFromAddress);
await claimFromAddress();
