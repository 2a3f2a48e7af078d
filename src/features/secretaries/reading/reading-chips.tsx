import { useSearchParams } from 'react-router-dom';
import { nobody } from '#contract/tasks/task.ts';
import { meetingChoiceWords } from '#src/data/meeting/index.ts';
import { besideReader, type ReadingPlace } from '#src/data/reading/index.ts';
import { formatDay, rangeWords, readDayValue, shortName } from '#src/format/index.ts';
import { FilterChips } from '#src/ui/index.ts';

/** Names that are known only from the rows of the list. */
export interface KnownNames {
  assignee: string | undefined;
  body: string | undefined;
}

/** What a list is narrowed to besides its fields. */
export function ReadingChips({ place, names }: { place: ReadingPlace; names: KnownNames }) {
  const [query] = useSearchParams();
  const chips = chipsOf(place, names).map(({ words, without }) => ({
    words,
    to: besideReader(query, { ...place, page: 1, ...without }),
  }));
  return <FilterChips chips={chips} />;
}

const weekdays = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'];

interface Chip {
  words: string;
  without: Partial<ReadingPlace>;
}

function chipsOf(place: ReadingPlace, names: KnownNames): Chip[] {
  const { assignee, body, on, least, most, undated, weekday, only } = place;
  const days = daysWords(place);
  return [
    ...(assignee ? [{ words: personWords(assignee, names), without: { assignee: undefined } }] : []),
    ...(body ? [{ words: bodyWords(body, names), without: { body: undefined } }] : []),
    ...(days ? [{ words: days, without: { since: undefined, until: undefined } }] : []),
    ...(on ? [{ words: `На ${formatDay(on)}`, without: { on: undefined } }] : []),
    ...(least === undefined ? [] : [{ words: spanWords(least, most), without: { least: undefined, most: undefined } }]),
    ...(undated ? [{ words: 'Без даты встречи', without: { undated: undefined } }] : []),
    ...(weekday ? [{ words: `День недели: ${weekdays[weekday - 1]}`, without: { weekday: undefined } }] : []),
    ...(only ? [{ words: meetingChoiceWords[only], without: { only: undefined } }] : []),
  ];
}

function personWords(id: string, { assignee }: KnownNames): string {
  if (id === nobody) return 'Ответственный не назначен';
  return assignee ? `Ответственный: ${shortName(assignee)}` : 'Один ответственный';
}

function bodyWords(id: string, { body }: KnownNames): string {
  return id === nobody ? 'Без комиссии' : (body ?? 'Одна комиссия или отдел');
}

const ofDays = { tasks: 'Срок', protocols: 'Стали итоговыми', meetings: 'Дни' } as const;

function daysWords({ view, since, until }: ReadingPlace): string | undefined {
  const [first, last] = [readDayValue(since), readDayValue(until)];
  if (!first || !last) return undefined;
  return `${ofDays[view]}: ${since === until ? formatDay(since) : rangeWords({ first, last })}`;
}

function spanWords(least: number, most: number | undefined): string {
  if (most === undefined) return `Дней до итогового: от ${least}`;
  return most === 0 ? 'Итоговый в день встречи' : `Дней до итогового: ${least}–${most}`;
}
