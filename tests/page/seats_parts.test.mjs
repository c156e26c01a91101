// The seats that a browser holds, and the service's clock as it knows it. Run by test_parts.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { noteDate, serverNow } from "../../service/web/js/clock.js";
import { deleteSeat, heldTables, seatsOf, storeSeat } from "../../service/web/js/seats.js";

test("a browser keeps every seat that it holds at a table until that one is given up", () => {
  storeSeat("p00-a", 1, "second");
  storeSeat("p00-a", 0, "first");
  storeSeat("p00-b", 0, "another");

  assert.deepEqual(seatsOf("p00-a"), [{ seat: 0, token: "first" }, { seat: 1, token: "second" }]);

  deleteSeat("p00-a", 0);
  assert.deepEqual(seatsOf("p00-a"), [{ seat: 1, token: "second" }]);
  deleteSeat("p00-a", 1);
  assert.deepEqual(heldTables(), ["p00-b"]);
});

const MINUTE = 60_000;
const service = () => Date.parse("2026-11-28T12:00:00Z") + performance.now();
const dated = (time) => new Date(time).toUTCString();
/** Whether the clock shows the service's time; it may be late by the part of a second that a header leaves out. */
const isRight = () => serverNow() <= service() && serverNow() > service() - 1100;

test("one wrong date changes nothing, not even until the next answer", async (t) => {
  const asked = [];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(globalThis, "fetch", async (address) => {
    asked.push(address);
    return new Response("", { headers: { Date: dated(service()) } });
  });
  noteDate(dated(service()), performance.now());
  assert.ok(isRight());

  noteDate(dated(service() + 15 * MINUTE), performance.now());

  assert.ok(isRight());
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(asked, ["/healthz"], "whoever contradicts all answers before is asked again");
  assert.ok(isRight());
});
