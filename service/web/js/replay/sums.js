// A draw, once more, by the browser's own Web Crypto: a second opinion on what verify.mjs has worked out by itself.

/** Whether this browser has Web Crypto here: it keeps it from pages that came over plain http from elsewhere. */
export const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined;

/**
 * A draw as `verify` tells of it: `{draw, secret, message}`. → {digest, steps: [{byte, bound, number}], same}: every byte that was taken,
 * below which bound it had to count (number null: thrown away, for it would favour somebody), and whether the same faces come out.
 * `digest` are the first 32 bytes. A draw that takes a great many more than it has values is not done here (same: null).
 */
export async function again({ draw, secret, message }) {
  const usage = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), usage, false, ["sign"]);
  const block = async (number) => crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message.replace(/0\]$/, `${number}]`)));
  const blocks = await Promise.all(Array.from({ length: 1 + Math.floor(draw.values.length / 16) }, (_, number) => block(number)));
  const [digest, steps] = [new Uint8Array(blocks[0]), []];
  const bytes = blocks.flatMap((bits) => [...new Uint8Array(bits)]);
  const values = (draw.kind === "dice" ? dice : shuffled)(draw, below(bytes, steps));
  return { digest, steps, same: values === null ? null : values.join() === draw.values.join() };
}

const bytesOf = (digits) => Uint8Array.from(digits.match(/../g), (pair) => Number.parseInt(pair, 16));

function below(bytes, steps) {
  return (bound) => {
    while (bytes.length) {
      const byte = bytes.shift();
      const number = byte < 256 - (256 % bound) ? byte % bound : null;
      steps.push({ byte, bound, number });
      if (number !== null) return number;
    }
    return null;
  };
}

function dice({ of, values }, next) {
  const faces = values.map(() => next(of));
  return faces.includes(null) ? null : faces.map((face) => face + 1);
}

function shuffled({ of, values }, next) {
  const items = Array.from({ length: of }, (_, item) => item);
  for (let place = 0; place < values.length; place += 1) {
    const step = next(of - place);
    if (step === null) return null;
    [items[place], items[place + step]] = [items[place + step], items[place]];
  }
  return items.slice(0, values.length);
}
