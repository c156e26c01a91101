// A worker that checks a table's file and posts the draws as it reaches them, so that the page stays responsive.
//
// `own`: a deployment's own cards or board. The verifier gets it only if the table started with cards or a board that it does not know.
// Then the verdict contains `own: true`. `issuer`: the service's public keys, null if they cannot be fetched.

import { verify } from "../../verify.mjs";

const BATCH = 24;

addEventListener("message", async ({ data: { text, own, issuer } }) => {
  let [draws, reported] = [[], 0];
  const send = () => {
    if (draws.length) postMessage({ draws });
    draws = [];
  };
  const onDraw = (draw) => void ((reported += 1), draws.push(draw) >= BATCH && send());
  const known = await verify(text, { issuer, onDraw });
  const retry = known.status === "wrong" && !reported;
  const verdict = retry ? { ...(await verify(text, { ...own, issuer, onDraw })), own: true } : known;
  send();
  postMessage({ verdict });
});
