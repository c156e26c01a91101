// Reads Server-Sent Events from a fetch, which, unlike an EventSource, can send the seat's token.

/** Calls `onFrame` with each frame of a body as {event, id, data}, and `onActivity` at each sign of life. Resolves when the body ends. */
export async function readFrames(body, onFrame, onActivity) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onActivity();
    const frames = (rest + value).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      const fields = fieldsOf(frame);
      if (fields.data !== undefined) onFrame(fields);
    }
  }
}

function fieldsOf(frame) {
  const fields = {};
  for (const line of frame.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name) fields[name] = name in fields ? `${fields[name]}\n${value}` : value;
  }
  return fields;
}
