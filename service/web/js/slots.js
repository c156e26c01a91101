// A browser has few connections to one address. So at most four of its tabs hold a stream open; all others poll.

import { Problem } from "./rollstream-follow.mjs";

const SLOTS = ["rollstream.stream.0", "rollstream.stream.1", "rollstream.stream.2", "rollstream.stream.3"];

/** Holds one of this browser's few connections for what `open()` resolves to, until `signal` aborts. Throws the `Problem`
 *  `too-many-streams` if none is free.
 */
export async function inSlot(signal, open) {
  const release = await takeSlot();
  if (release === null) throw new Problem({ code: "too-many-streams", status: 429 });
  signal.addEventListener("abort", release);
  try {
    return await open();
  } catch (error) {
    release();
    throw error;
  }
}

/** A function that releases the slot; null if none is free. */
async function takeSlot() {
  if (!navigator.locks) return () => {};
  for (const slot of SLOTS) {
    const release = await new Promise((resolve, reject) => {
      const hold = (lock) => (lock === null ? resolve(null) : new Promise((free) => resolve(free)));
      navigator.locks.request(slot, { ifAvailable: true }, hold).catch(reject);
    });
    if (release !== null) return release;
  }
  return null;
}
