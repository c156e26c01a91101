// A worker: checks a table's file and tells of the draws as it gets to them, so that the page stays awake meanwhile.

import { verify } from "../../verify.mjs";

const BATCH = 24;

addEventListener("message", ({ data: { text, more } }) => {
  let draws = [];
  const send = () => {
    if (draws.length) postMessage({ draws });
    draws = [];
  };
  const verdict = verify(text, { ...more, onDraw: (draw) => void (draws.push(draw) >= BATCH && send()) });
  send();
  postMessage({ verdict });
});
