import { day } from '#contract/common.ts';
import {
  type DayRange,
  formatMonth,
  monthOf,
  plusDays,
  rangeWords,
  readDayValue,
  toDayValue,
  weekOf,
} from '#src/format/index.ts';

export const periodKinds = ['week', 'month', 'quarter', 'year', 'own'] as const;
export type PeriodKind = (typeof periodKinds)[number];
/** Kinds of periods that follow each other in the calendar. */
export type CalendarKind = Exclude<PeriodKind, 'own'>;

/** The days that the figures cover. */
export interface Period {
  kind: PeriodKind;
  range: DayRange;
}

const ordinals = ['I', 'II', 'III', 'IV'] as const;

/** Returns the period of a kind that contains a day. */
export function calendarPeriod(kind: CalendarKind, day: Date): Period {
  return { kind, range: rangeAround(kind, day) };
}

/** Returns the day to go on from where the kind of period changes: today if it lies within the period, else its first. */
export function dayWithin({ first, last }: DayRange, now: Date): Date {
  return first <= now && now < plusDays(last, 1) ? now : first;
}

/** Returns the previous or next period; a period with own days stays as it is. */
export function besidePeriod({ kind, range }: Period, step: 1 | -1): Period {
  if (kind === 'own') return { kind, range };
  return calendarPeriod(kind, step === 1 ? plusDays(range.last, 1) : plusDays(range.first, -1));
}

/**
 * Reads `?period=` with `&date=`, any day of it, or with `&from=` and `&to=`. Invalid values result in the current
 * month.
 */
export function readPeriod(query: URLSearchParams, now = new Date()): Period {
  const kind = periodKinds.find((known) => known === query.get('period')) ?? 'month';
  const date = query.get('date');
  if (kind !== 'own') return calendarPeriod(kind, (isWholeDay(date) && readDayValue(date)) || now);
  const [from, to] = [query.get('from'), query.get('to')];
  if (!isWholeDay(from) || !isWholeDay(to) || rangeProblem(from, to)) return calendarPeriod('month', now);
  return { kind, range: { first: readDayValue(from) ?? now, last: readDayValue(to) ?? now } };
}

/** Writes a period for `readPeriod`; the current month is left out. */
export function writePeriod(query: URLSearchParams, { kind, range }: Period, now = new Date()): void {
  if (kind !== 'month') query.set('period', kind);
  const first = toDayValue(range.first);
  if (kind === 'own') {
    query.set('from', first);
    query.set('to', toDayValue(range.last));
  } else if (first !== toDayValue(rangeAround(kind, now).first)) query.set('date', first);
}

/** Returns «Ноябрь 2026», «IV квартал 2026», «16–22 ноября». */
export function periodWords({ kind, range }: Period, now = new Date()): string {
  const { first } = range;
  if (kind === 'month') return formatMonth(first);
  if (kind === 'quarter') return `${ordinals[Math.floor(first.getMonth() / 3)]} квартал ${first.getFullYear()}`;
  return kind === 'year' ? `${first.getFullYear()} год` : rangeWords(range, now);
}

function rangeAround(kind: CalendarKind, day: Date): DayRange {
  if (kind === 'week') return weekOf(day);
  if (kind === 'month') return monthOf(day);
  const year = day.getFullYear();
  const quarter = Math.floor(day.getMonth() / 3) * 3;
  return kind === 'quarter'
    ? { first: new Date(year, quarter, 1), last: new Date(year, quarter + 3, 0) }
    : { first: new Date(year, 0, 1), last: new Date(year, 11, 31) };
}

/** Maximum number of days that the server counts at once. */
const maxDays = 400;

/** Whether a date field holds a complete day. */
export function isWholeDay(value: string | null): value is string {
  return value !== null && day.safeParse(value).success;
}

/** Returns why a range cannot be requested; undefined where it can. */
export function rangeProblem(start: string, end: string): string | undefined {
  const days = (Date.parse(end) - Date.parse(start)) / (24 * 60 * 60 * 1000) + 1;
  if (days < 1) return 'Конец периода раньше начала';
  return days > maxDays ? `Период не может быть длиннее ${maxDays} дней` : undefined;
}
