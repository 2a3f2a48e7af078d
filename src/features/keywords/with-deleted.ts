import type { Keyword } from '#contract/keyword.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';

/** The keyword that was deleted last, and the row that it stood in. */
export interface Deleted {
  keyword: Laid<Keyword>;
  place: number;
}

/** The list with the deleted one still in its place; without it once it is back. */
export function withDeleted(keywords: Laid<Keyword>[], deleted: Deleted | undefined): Laid<Keyword>[] {
  if (!deleted || keywords.some(({ id }) => id === deleted.keyword.id)) return keywords;
  return [...keywords.slice(0, deleted.place), deleted.keyword, ...keywords.slice(deleted.place)];
}
