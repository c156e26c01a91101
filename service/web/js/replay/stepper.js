// Steps through the versions of a table, one by one or automatically. Independent of the page; the clock is a parameter.

/**
 * `stops` are the versions at which a step ends, ascending. `show(version, before, stillWanted)` draws one and may take its time; it draws
 * nothing once `stillWanted()` is false. `onState({at, last, playing})` is called on every change. `pace()` returns how long (ms) a
 * step stays at least.
 */
export class Stepper {
  #requests = 0;
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

  /** Goes to this version and stops playing. */
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
    this.#report();
  }

  /** Plays to the end; from the end, again from the start. */
  async play() {
    const run = ++this.#run;
    this.playing = true;
    this.#report();
    if (this.at >= this.last) await Promise.all([this.#to(this.first), this.wait(this.pace())]);
    while (run === this.#run && this.at < this.last) await Promise.all([this.#to(this.next()), this.wait(this.pace())]);
    if (run === this.#run) this.pause();
  }

  /** The table has new versions. */
  extend(stops) {
    this.stops = stops;
    this.#report();
  }

  async #to(version) {
    const [request, before] = [++this.#requests, this.at];
    this.at = version;
    this.#report();
    await this.show(version, before, () => request === this.#requests);
  }

  #report() {
    this.onState({ at: this.at, last: this.last, playing: this.playing });
  }
}
