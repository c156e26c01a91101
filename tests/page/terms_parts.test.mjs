// The terms of a table, and the effects of a clock that runs out. Texts are their keys here: no language is loaded.
import assert from "node:assert/strict";
import { test } from "node:test";

import { expiredBefore, expiryBefore, resignsAfter } from "../../service/web/js/table/expiry.js";
import { termsOf, unusual } from "../../service/web/js/terms.js";

const numbered = (events) => events.map((event, index) => ({ version: index + 1, data: {}, ...event }));
const started = (...seats) => ({ type: "table.clock-started", seat: null, data: { seats } });
const expired = (seat) => ({ type: "table.decision-expired", seat });
const skipped = (seat) => ({ type: "dicy-cards.turn-skipped", seat });

test("the event right after an expiry of the same seat is the service's move", () => {
  const events = numbered([started(0), expired(0), skipped(0), skipped(0), expired(1), skipped(0)]);

  assert.deepEqual(events.map((event) => expiryBefore(events, event)?.version ?? null), [null, null, 2, null, null, null]);
});

test("a clock that runs out for every decision of a turn is reported with the first one, and again in the next turn", () => {
  const events = numbered([started(0, 1), expired(0), skipped(0), expired(0), expired(1), started(0), expired(0), expired(1)]);

  assert.deepEqual(events.filter(({ type }) => type.endsWith("expired")).map((event) => expiredBefore(events, event)), [false, true, false, false, true]);
});

test("a bot resigns by the rule for bots, a person by that for clocks", () => {
  const view = { seats: [{ kind: "human" }, { kind: "bot" }], on_expiry: { after: 3 }, on_failure: { after: 5 } };

  assert.deepEqual([resignsAfter(view, 0), resignsAfter(view, 1)], [3, 5]);
  assert.equal(resignsAfter({ ...view, on_expiry: { after: null } }, 0), null);
});

const OPTIONS = {
  mode: { about: "The cards. And more.", default: "glacial", numbers: null, values: { glacial: { title: "Glacial" }, custom: { title: "Custom" } } },
  cards: { about: "The five.", default: null, numbers: null, values: { odds: { title: "Odds" }, straight: { title: "Straight" } } },
  limit: { about: "The limit.", default: null, numbers: { minimum: 0, maximum: 20 }, values: {} },
};

const titles = (options) => termsOf({ options, turn_seconds: null, on_expiry: null }, OPTIONS).map(({ title }) => title);

test("only what was chosen is listed, also for a table that is older than an option", () => {
  assert.deepEqual(titles({ mode: "custom", cards: ["odds", "straight"], limit: 2 }), ["create.clock", "The cards", "The five", "The limit"]);
  assert.deepEqual(titles({ mode: "glacial", cards: null, limit: null }), ["create.clock", "The cards", "The limit"]);
  assert.deepEqual(titles({ mode: "glacial" }), ["create.clock", "The cards"]);
});

test("a line names only options that differ from the defaults", () => {
  assert.deepEqual(unusual({ mode: "custom", cards: ["odds"], limit: 2 }, OPTIONS), ["Custom"]);
  assert.deepEqual(unusual({ mode: "glacial", cards: null, limit: null }, OPTIONS), []);
});
