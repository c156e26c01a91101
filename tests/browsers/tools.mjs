// What `make .venv/browsers/…` installs: MDN's compatibility data, and readers of scripts and style sheets.

import { createRequire } from "node:module";

const installed = createRequire(new URL("../../.venv/browsers/node_modules/", import.meta.url));

export const data = installed("@mdn/browser-compat-data");
export const script = installed("acorn");
export const sheet = installed("css-tree");
