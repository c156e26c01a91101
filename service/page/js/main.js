// The beginning: language, the bar at the top, the view of the address.

import { claimFromAddress } from "./claim.js";
import { acceptFromAddress } from "./invitations.js";
import { startRouter } from "./router.js";
import { loadLanguage } from "./text.js";
import { drawTop } from "./top.js";

await loadLanguage();
drawTop();
await claimFromAddress();
await acceptFromAddress();
addEventListener("hashchange", acceptFromAddress); // the link may be opened where the page is shown already
await startRouter();
