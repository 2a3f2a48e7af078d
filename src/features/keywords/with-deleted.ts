import type { Keyword } from '#contract/keyword.ts';
import type { Optimistic } from '#src/sync/index.ts';

/** A keyword that was deleted, and the row that it stood in, of those that were there then. */
export interface Deleted {
  keyword: Optimistic<Keyword>;
  place: number;
}

/** The list with the deleted ones, the newest last, still in their places; without each that is back. */
export function withDeleted(keywords: Optimistic<Keyword>[], deleted: readonly Deleted[]): Optimistic<Keyword>[] {
  // What was deleted first was not there any more for the next one: they return the other way round.
  return deleted.reduceRight((rows, { keyword, place }) => {
    if (rows.some(({ id }) => id === keyword.id)) return rows;
    return [...rows.slice(0, place), keyword, ...rows.slice(place)];
  }, keywords);
}
