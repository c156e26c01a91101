// Sentences about events, as the texts of a game say them. Run by test_parts.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { eventText, loadMessages } from "../../service/web/js/games/messages.js";

const NAMES = ["Ada", "Grace", "Linus"];
const TEXTS = {
  "texts/en.ftl": "",
  "texts/bids/en.ftl": `
event-told = { EACH("bid", $bids, between: "; ") }.
event-shown = Shown: { EACH("number", $numbers) }.
bid =
    { $card ->
        [none] { NAME($position) } passes
       *[some] { NAME($position) } bids { $number } on { TEXT("card", $card) }
    }
number = { $position }:{ $value }
card-7 = Sun
`,
};

/** The network, which has only these texts. */
globalThis.fetch = async (url) => {
  const path = Object.keys(TEXTS).find((known) => url.pathname.endsWith(known.replace("texts", "web/texts")));
  return path === undefined ? new Response("", { status: 404 }) : new Response(TEXTS[path]);
};

test("a message is told once for each value with its fields and its position, and not for what is missing", async () => {
  await loadMessages("bids", "en");
  const bids = [{ card: 7, number: 4 }, null, { card: null, number: 0 }];

  assert.equal(eventText("bids", { type: "bids.told", seat: null, data: { bids } }, { names: NAMES }), "Ada bids 4 on Sun; Linus passes.");
  assert.equal(eventText("bids", { type: "bids.told", seat: null, data: { bids: [null, null, bids[0]] } }, { names: NAMES }), "Linus bids 4 on Sun.");
});

test("a value without fields is told as itself, and without a sign between them all are a list", async () => {
  await loadMessages("bids", "en");

  const told = eventText("bids", { type: "bids.shown", seat: null, data: { numbers: [5, 3, 6] } }, { names: NAMES });

  assert.equal(told, "Shown: 0:5, 1:3 and 2:6.");
});
