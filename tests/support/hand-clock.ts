import type { Clock } from '#src/sync/time/clock.ts';

/** A clock that a test moves. Times in milliseconds. */
export class HandClock implements Clock {
  /** The current time; a test may set it, as a person sets a clock. */
  time = 1_000_000;
  #ran = 0;
  readonly #due = new Set<{ at: number; callback: () => void }>();

  now = () => this.time;
  monotonic = () => this.#ran;
  random = () => 0;
  after = (ms: number, callback: () => void) => {
    const timer = { at: this.#ran + ms, callback };
    this.#due.add(timer);
    return () => void this.#due.delete(timer);
  };

  /** Number of pending callbacks. */
  get waiting(): number {
    return this.#due.size;
  }

  pass(ms: number): void {
    this.time += ms;
    this.#ran += ms;
    for (const timer of [...this.#due]) {
      if (timer.at > this.#ran) continue;
      this.#due.delete(timer);
      timer.callback();
    }
  }
}
