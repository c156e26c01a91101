// A worker: checks a table's file and tells of the draws as it gets to them, so that the page stays awake meanwhile.
//
// `own`: what the verifier may be told of a deployment's own cards or board. It is told so only if the table began in a way that it does
// not know, and the verdict says that it was (`own: true`). `issuer`: the service's public keys, null if it does not tell them.

import { verify } from "../../verify.mjs";

const BATCH = 24;

addEventListener("message", async ({ data: { text, own, issuer } }) => {
  let [draws, told] = [[], 0];
  const send = () => {
    if (draws.length) postMessage({ draws });
    draws = [];
  };
  const onDraw = (draw) => void ((told += 1), draws.push(draw) >= BATCH && send());
  const known = await verify(text, { issuer, onDraw });
  const again = known.status === "wrong" && !told;
  const verdict = again ? { ...(await verify(text, { ...own, issuer, onDraw })), own: true } : known;
  send();
  postMessage({ verdict });
});
