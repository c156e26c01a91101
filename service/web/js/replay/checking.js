// A worker that checks a table's file and posts the draws as it reaches them, so that the page stays responsive.
//
// `own`: a deployment's own cards or board. The verifier gets it only if the table started with cards or a board that it does not know.
// Then the verdict contains `own: true`. `issuer`: the service's public keys, null if they cannot be fetched.

import { verify } from "../../verify/verify.mjs";

const BATCH = 24;

addEventListener("message", async ({ data: { text, game, own, issuer } }) => {
  let [draws, reported] = [[], 0];
  const send = () => {
    if (draws.length) postMessage({ draws });
    draws = [];
  };
  const onDraw = (draw) => void ((reported += 1), draws.push(draw) >= BATCH && send());
  try {
    const options = { games: await rulesOf(game), issuer, onDraw };
    const known = await verify(text, options);
    const retry = known.status === "wrong" && !reported;
    const verdict = retry ? { ...(await verify(text, { ...options, ...own })), own: true } : known;
    send();
    postMessage({ verdict });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});

/** The rules by which the verifier checks this game, by its name; none if it does not know the game. */
async function rulesOf(game) {
  const file = new URL(`../../verify/games/${game}.mjs`, import.meta.url);
  try {
    return { [game]: (await import(file)).default };
  } catch (error) {
    if ((await fetch(file)).status === 404) return {};
    throw error;
  }
}
