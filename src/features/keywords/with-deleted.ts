import type { Keyword } from '#contract/keywords/keyword.ts';
import type { Optimistic } from '#src/sync/index.ts';

/** A deleted keyword and its index in the list at that time. */
export interface Deleted {
  keyword: Optimistic<Keyword>;
  place: number;
}

/**
 * Returns the list with the deleted keywords, given in order of deletion, at their indexes; those listed again are
 * skipped.
 */
export function withDeleted(keywords: Optimistic<Keyword>[], deleted: readonly Deleted[]): Optimistic<Keyword>[] {
  // Each index was counted without the keywords deleted before it, so they are put back in reverse order.
  return deleted.reduceRight((rows, { keyword, place }) => {
    if (rows.some(({ id }) => id === keyword.id)) return rows;
    return [...rows.slice(0, place), keyword, ...rows.slice(place)];
  }, keywords);
}
