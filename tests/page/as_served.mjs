// Finds the page's modules as the service serves them: what is not in the page's folder is in the shared one.

import { existsSync } from "node:fs";
import { registerHooks } from "node:module";

const [PAGE, SHARED] = ["/service/web/js/", "/workers/drawing/js/"];

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith(".") && context.parentURL ? new URL(specifier, context.parentURL) : null;
    const shared = url?.pathname.includes(PAGE) && !existsSync(url) ? url.href.replace(PAGE, SHARED) : specifier;
    return next(shared, context);
  },
});
