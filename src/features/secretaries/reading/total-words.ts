import type { ReadingPlace, ReadingView } from '#src/data/reading/index.ts';
import { formatNumber } from '#src/format/index.ts';

/** The server counts what a list is narrowed to up to this number. */
const mostCounted = 1_000;

const nouns: Record<ReadingView, string> = { tasks: 'Поручений', protocols: 'Протоколов', meetings: 'Встреч' };

/** «Поручений: 12», and where the count ends before the list does «Поручений: более 1 000». */
export function totalWords(place: ReadingPlace, total: number): string {
  const more = total === mostCounted && isCountedInPart(place) ? 'более ' : '';
  return `${nouns[place.view]}: ${more}${formatNumber(total)}`;
}

/** Of whose, of which stage and of most states the server knows how many there are; meetings it counts all. */
function isCountedInPart({ view, page: _page, secretary: _secretary, stage: _stage, status, ...more }: ReadingPlace) {
  if (view === 'meetings') return false;
  return status === 'overdue' || Object.values(more).some((each) => each !== undefined);
}
