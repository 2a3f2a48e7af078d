import type { Clock } from '#src/sync/time/clock.ts';

/** A clock that a test moves. Times in milliseconds. */
export class HandClock implements Clock {
  time = 1_000_000;
  readonly #due = new Set<{ at: number; callback: () => void }>();

  now = () => this.time;
  random = () => 0;
  after = (ms: number, callback: () => void) => {
    const timer = { at: this.time + ms, callback };
    this.#due.add(timer);
    return () => void this.#due.delete(timer);
  };

  /** How many callbacks are waited for. */
  get waiting(): number {
    return this.#due.size;
  }

  pass(ms: number): void {
    this.time += ms;
    for (const timer of [...this.#due]) {
      if (timer.at > this.time) continue;
      this.#due.delete(timer);
      timer.callback();
    }
  }
}
