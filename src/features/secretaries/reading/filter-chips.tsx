import X from 'lucide-react/icons/x';
import { Link, useSearchParams } from 'react-router-dom';
import { nobody } from '#contract/task.ts';
import { besideReader, type ReadingPlace } from '#src/data/reading/index.ts';
import { formatDay, rangeWords, readDayValue, shortName } from '#src/format/index.ts';
import { Icon } from '#src/ui/index.ts';
import styles from './reading.module.css';

/** Names that are known only from the rows of the list. */
export interface KnownNames {
  assignee: string | undefined;
  body: string | undefined;
}

/** Filters of a list that have no field, each with a link that removes it. */
export function FilterChips({ place, names }: { place: ReadingPlace; names: KnownNames }) {
  const [query] = useSearchParams();
  const chips = chipsOf(place, names);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Отбор">
      {chips.map(({ words, without }) => (
        <li key={words}>
          <Link
            to={besideReader(query, { ...place, page: 1, ...without })}
            className={styles.chip}
            aria-label={`Убрать отбор: ${words}`}
          >
            {words}
            <Icon of={X} size={16} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const weekdays = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'];

interface Chip {
  words: string;
  without: Partial<ReadingPlace>;
}

function chipsOf(place: ReadingPlace, names: KnownNames): Chip[] {
  const { assignee, body, on, least, most, undated, weekday } = place;
  const days = daysWords(place);
  return [
    ...(assignee ? [{ words: personWords(assignee, names), without: { assignee: undefined } }] : []),
    ...(body ? [{ words: bodyWords(body, names), without: { body: undefined } }] : []),
    ...(days ? [{ words: days, without: { since: undefined, until: undefined } }] : []),
    ...(on ? [{ words: `На ${formatDay(on)}`, without: { on: undefined } }] : []),
    ...(least === undefined ? [] : [{ words: spanWords(least, most), without: { least: undefined, most: undefined } }]),
    ...(undated ? [{ words: 'Без даты встречи', without: { undated: undefined } }] : []),
    ...(weekday ? [{ words: `День недели: ${weekdays[weekday - 1]}`, without: { weekday: undefined } }] : []),
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
