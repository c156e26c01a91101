// SHA-256 and HMAC-SHA256, and the texts that stand for bytes.

const encoder = new TextEncoder();
export const utf8 = (string) => encoder.encode(string);
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
export const hexOf = (bytes) => Array.from(bytes, (byte) => PAIRS[byte]).join("");
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const upTo = (end) => Array.from({ length: end }, (_, number) => number).slice(2);
const PRIMES = upTo(312).filter((number) => upTo(number).every((divisor) => number % divisor));
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 (FIPS 180-4). Implemented here, because a browser's own is asynchronous and not available on plain http. */
export function sha256(message) {
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

const words = new Int32Array(64);

function compress(state, view, at) {
  for (let n = 0; n < 16; n += 1) words[n] = view.getInt32(at + 4 * n);
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [words[n - 15], words[n - 2]];
    const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[n] = (words[n - 16] + low + words[n - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n]) | 0;
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] += word));
}

/** HMAC-SHA256 (RFC 2104) with a key of 32 bytes. */
export function hmac(key, message) {
  const padded = (filler) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ filler);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
