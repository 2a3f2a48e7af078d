import type { FoundText } from '#contract/found-text.ts';
import { foundPlaceWords, maxCounted, type SearchGroup, type SearchKind } from '#contract/search/search.ts';
import { plural } from '#contract/text/plurals.ts';
import { formatNumber } from '#src/format/index.ts';

export const kindTitles: Record<SearchKind, string> = {
  protocol: 'Протоколы',
  decision: 'Решения',
  task: 'Поручения',
  meeting: 'Встречи',
  person: 'Люди',
  transcript: 'Расшифровки',
};

/** Returns the number of hits of a kind: «12», «больше 100»; for decisions and transcripts, of protocols. */
export function countedHits({ kind, total }: Pick<SearchGroup, 'kind' | 'total'>): string {
  const isMore = total > maxCounted;
  const number = isMore ? `больше ${formatNumber(maxCounted)}` : formatNumber(total);
  if (kind !== 'decision' && kind !== 'transcript') return number;
  if (isMore) return `больше чем в ${formatNumber(maxCounted)} протоколах`;
  return `в ${number} ${plural(total, 'протоколе', 'протоколах', 'протоколах')}`;
}

/** Returns where the words were found: «Решили, вопрос 2:», «Вопрос 3:», «Место:». */
export function foundPlace({ in: place, position }: FoundText): string {
  const words = foundPlaceWords[place] ?? '';
  if (position == null) return `${words}:`;
  return place === 'question' ? `${words}\u00A0${position}:` : `${words}, вопрос\u00A0${position}:`;
}
