import { instant } from '#contract/common.ts';
import { instantOf } from '#src/ui/index.ts';

/** A length that moves with its start. A start that is typed digit by digit passes years that nobody means: they move nothing. */
export class MovedEnd {
  #start: string | null;

  constructor(start: string | null) {
    this.#start = start;
  }

  /** The end that keeps its distance to the new start; undefined where it stays as it is. */
  follow(start: string | null, end: string | null): string | undefined {
    if (!start || !instant.safeParse(start).success) return undefined;
    const lasts = Date.parse(end ?? '') - Date.parse(this.#start ?? '');
    this.#start = start;
    return lasts > 0 ? instantOf(new Date(Date.parse(start) + lasts)) : undefined;
  }
}
