/**
 * The days, each YYYY-MM-DD, that the keys asked to be shown and that are not yet. Quick keys ask for one after another:
 * those in between come to be shown when the person is long past them.
 */
export class ReachedDays {
  #asked: string[] = [];

  ask(day: string): void {
    this.#asked.push(day);
  }

  /** Tells that a day is shown now. True of one on the way to a later one. */
  passes(day: string): boolean {
    const place = this.#asked.indexOf(day);
    const isPassed = place >= 0 && place < this.#asked.length - 1;
    this.#asked = isPassed ? this.#asked.slice(place + 1) : [];
    return isPassed;
  }
}
