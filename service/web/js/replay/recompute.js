// Computes a draw again with the browser's own Web Crypto, independently of verify.mjs's own code.

/** Whether Web Crypto is available: the browser withholds it from pages loaded over plain http from other machines. */
export const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined;

/**
 * A draw as `verify` reports it: `{draw, secret, message}`. → {digest, steps: [{byte, bound, number}], same}: every byte used, the bound
 * it had to be below (number null: rejected, since it would favour a value), and whether the same faces result.
 * `digest` contains the first 32 bytes. A draw that uses far more bytes than it has values is not computed here (same: null).
 */
export async function recompute({ draw, secret, message }) {
  const usage = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), usage, false, ["sign"]);
  const block = async (number) => crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message.replace(/0\]$/, `${number}]`)));
  const blocks = await Promise.all(Array.from({ length: 1 + Math.floor(draw.values.length / 16) }, (_, number) => block(number)));
  const [digest, steps] = [new Uint8Array(blocks[0]), []];
  const bytes = blocks.flatMap((bits) => [...new Uint8Array(bits)]);
  const values = (draw.kind === "dice" ? dice : shuffle)(draw, below(bytes, steps));
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

function shuffle({ of, values }, next) {
  const items = Array.from({ length: of }, (_, item) => item);
  for (let index = 0; index < values.length; index += 1) {
    const step = next(of - index);
    if (step === null) return null;
    [items[index], items[index + step]] = [items[index + step], items[index]];
  }
  return items.slice(0, values.length);
}
