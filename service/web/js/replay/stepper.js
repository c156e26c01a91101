// Goes through the versions of a table: step by step, or by itself at a pace. Knows nothing of pages, clocks come in from outside.

/**
 * `stops` are the versions worth a step, ascending; `show(version, before, stillWanted)` draws one and may take its time: it draws
 * nothing when `stillWanted()` has become false. `onState({at, last, playing})` hears of every change; `pace()` says how long (ms) a
 * step stays at least.
 */
export class Stepper {
  #asked = 0;
  #run = 0;

  constructor({ at, stops, show, pace, onState = () => {}, wait = (ms) => new Promise((done) => setTimeout(done, ms)) }) {
    Object.assign(this, { at, stops, show, pace, onState, wait, playing: false });
  }

  get last() {
    return this.stops.at(-1);
  }

  get first() {
    return this.stops[0];
  }

  next() {
    return this.stops.find((version) => version > this.at) ?? this.last;
  }

  previous() {
    return this.stops.findLast((version) => version < this.at) ?? this.first;
  }

  /** Somebody wants to see this version: whatever plays, stops. */
  go(version) {
    this.pause();
    return this.#to(Math.max(1, Math.min(this.last, version)));
  }

  forward() {
    return this.go(this.next());
  }

  back() {
    return this.go(this.previous());
  }

  toggle() {
    return this.playing ? this.pause() : this.play();
  }

  pause() {
    this.#run += 1;
    if (!this.playing) return;
    this.playing = false;
    this.#tell();
  }

  /** Plays to the end; from the end, once more from the beginning. */
  async play() {
    const run = ++this.#run;
    this.playing = true;
    this.#tell();
    if (this.at >= this.last) await Promise.all([this.#to(this.first), this.wait(this.pace())]);
    while (run === this.#run && this.at < this.last) await Promise.all([this.#to(this.next()), this.wait(this.pace())]);
    if (run === this.#run) this.pause();
  }

  /** The game has gone on. */
  extend(stops) {
    this.stops = stops;
    this.#tell();
  }

  async #to(version) {
    const [asked, before] = [++this.#asked, this.at];
    this.at = version;
    this.#tell();
    await this.show(version, before, () => asked === this.#asked);
  }

  #tell() {
    this.onState({ at: this.at, last: this.last, playing: this.playing });
  }
}
