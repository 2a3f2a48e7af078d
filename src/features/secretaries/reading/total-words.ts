import type { ReadingPlace, ReadingView } from '#src/data/reading/index.ts';
import { formatNumber } from '#src/format/index.ts';

/** Number up to which the server counts a filtered list. */
const maxCounted = 1_000;

const nouns: Record<ReadingView, string> = { tasks: 'Поручений', protocols: 'Протоколов', meetings: 'Встреч' };

/** Returns «Поручений: 12», or «Поручений: более 1 000» where the count stopped before the end of the list. */
export function totalWords(place: ReadingPlace, total: number): string {
  const more = total === maxCounted && isCountedInPart(place) ? 'более ' : '';
  return `${nouns[place.view]}: ${more}${formatNumber(total)}`;
}

/**
 * Whether the server's count may be cut off. By secretary, stage and most states it is exact, and so it is for
 * meetings.
 */
function isCountedInPart({ view, page: _page, secretary: _secretary, stage: _stage, status, ...more }: ReadingPlace) {
  if (view === 'meetings') return false;
  return status === 'overdue' || Object.values(more).some((each) => each !== undefined);
}
