// The frames of a stream, as they come from the network. Run by test_parts.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { framesOf } from "../../clients/rollstream-follow.mjs";

const SENT = 'retry: 1000\n\n: keep-alive\n\nid: 1-a\ndata: {"name":"Zoë 😀"}\n\nevent: reset\nid: 2-b\ndata: {"version":2}\n\n';
const FRAMES = [{ event: undefined, data: { name: "Zoë 😀" } }, { event: "reset", data: { version: 2 } }];

/** A body that comes in pieces of so many bytes, whatever is cut by that. */
function inPieces(text, size) {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
  return ReadableStream.from(pieces);
}

test("a frame is read whole, however the network cuts it", async () => {
  for (const size of [1, 2, 7, 1000]) {
    let [frames, signs] = [[], 0];
    for await (const frame of framesOf({ body: inPieces(SENT, size) }, () => signs++)) frames.push(frame);

    assert.deepEqual(frames, FRAMES);
    assert.ok(signs > 0);
  }
});
