import { capitalized } from '#contract/text/capitalized.ts';
import { genitiveMonths } from '#contract/text/month-names.ts';
import { counted } from './plurals.ts';

// The words are constants: a browser needs 20 ms, on a slow device 80 ms, for its first `Intl.DateTimeFormat`, because
// it goes through all its languages, which delayed each start. The test compares the words with those of `Intl`.
const monthHeads = 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' ');
const weekdays = 'воскресенье понедельник вторник среда четверг пятница суббота'.split(' ');
const shortWeekdays = 'вс пн вт ср чт пт сб'.split(' ');

type Moment = Date | string | number | null | undefined;

/** «20 ноября, 10:00», with the year if it is not the current one; a day alone has no time; '' for an invalid date. */
export function formatMoment(value: Moment, now = new Date()): string {
  return [formatDay(value, now), formatClock(value)].filter(Boolean).join(', ');
}

/** «20 ноября 2026 г., 10:00». */
export function formatFullMoment(value: Moment): string {
  const date = toDate(value);
  return date ? [dayMonthYear(date), formatClock(value)].filter(Boolean).join(', ') : '';
}

/** «27 ноября 2026 г., 14:05–15:30»; an end on another day includes its date. */
export function formatSpan(start: Moment, end: Moment): string {
  const [from, to] = [toDate(start), toDate(end)];
  if (!from || !to) return formatFullMoment(start);
  if (dayMonthYear(from) !== dayMonthYear(to)) return `${formatFullMoment(start)} — ${formatFullMoment(end)}`;
  return [formatFullMoment(start), formatClock(end)].filter(Boolean).join('–');
}

/** «27 ноября», with the year if it is not the current one. */
export function formatDay(value: Moment, now = new Date()): string {
  const date = toDate(value);
  if (!date) return '';
  return date.getFullYear() === now.getFullYear() ? dayMonth(date) : dayMonthYear(date);
}

/** «14:05»; '' for a day alone. */
export function formatClock(value: Moment): string {
  const date = toDate(value);
  return date && !isDay(value) ? clock(date) : '';
}

/** When something happened, as short as possible: «14:05» for today (with `at`: «в 14:05»), else «19 ноября, 14:05». */
export function formatWhen(value: Moment, at = '', now = new Date()): string {
  const date = toDate(value);
  if (!date) return '';
  return date.toDateString() === now.toDateString() ? `${at}${clock(date)}` : formatMoment(date, now);
}

/** «Пятница, 20 ноября». */
export function formatWeekday(date: Date): string {
  return capitalized(formatDayInWeek(date));
}

/** «пятница, 20 ноября»: a day inside a sentence. */
export function formatDayInWeek(date: Date): string {
  return `${weekdays[date.getDay()]}, ${dayMonth(date)}`;
}

/** «вторник». */
export function weekdayName(value: Moment): string {
  const date = toDate(value);
  return date ? (weekdays[date.getDay()] ?? '') : '';
}

/** «пт», for the head of a column of a month. */
export function formatShortWeekday(date: Date): string {
  return String(shortWeekdays[date.getDay()]);
}

/** «пт 20», for the head of a narrow column. */
export function formatWeekdayNumber(date: Date): string {
  return `${formatShortWeekday(date)} ${date.getDate()}`;
}

/** «Ноябрь 2026». */
export function formatMonth(date: Date): string {
  return `${monthHeads[date.getMonth()]} ${date.getFullYear()}`;
}

/** A position in a recording: «12:40», «1:02:03». */
export function formatTimecode(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [(whole / 60) % 60, whole % 60].map(twoDigits);
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0(?=\d:)/, '');
}

/** «1 час 2 минуты 3 секунды»: a position in a recording, or its length, for reading aloud. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const words = [
    [Math.floor(whole / 3600), 'час', 'часа', 'часов'],
    [Math.floor(whole / 60) % 60, 'минута', 'минуты', 'минут'],
    [whole % 60, 'секунда', 'секунды', 'секунд'],
  ] as const;
  const parts = words.flatMap(([count, one, few, many]) => (count > 0 ? counted(count, one, few, many) : []));
  return parts.join(' ') || counted(0, 'секунда', 'секунды', 'секунд');
}

/** «осталось 3 мин», «осталось 1 ч 5 мин», «осталось меньше минуты». */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return 'осталось меньше минуты';
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const words = [hours > 0 ? `${hours}\u00A0ч` : '', minutes % 60 > 0 ? `${minutes % 60}\u00A0мин` : ''];
  return `осталось ${words.filter(Boolean).join(' ')}`;
}

/** «около 12 минут», «около 1 часа 5 минут», «меньше минуты». */
export function formatAbout(seconds: number): string {
  if (seconds < 60) return 'меньше минуты';
  const minutes = Math.ceil(seconds / 60);
  const words = [
    [Math.floor(minutes / 60), 'часа', 'часов'],
    [minutes % 60, 'минуты', 'минут'],
  ] as const;
  const parts = words.flatMap(([count, one, many]) => (count > 0 ? counted(count, one, many, many) : []));
  return `около ${parts.join(' ')}`;
}

/** Returns the local day of a date, YYYY-MM-DD: the value of a native date field. */
export function toDayValue(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns the local date of YYYY-MM-DD; undefined for anything else. */
export function readDayValue(text: string | null | undefined): Date | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '');
  if (!found) return undefined;
  const date = new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
  return toDayValue(date) === text ? date : undefined;
}

/** Returns the local start of a day, YYYY-MM-DD, with the offset at that time: «2026-11-21T00:00:00+03:00». */
export function startOfDay(day: string): string {
  const minutes = -(readDayValue(day) ?? new Date(day)).getTimezoneOffset();
  const offset = `${twoDigits(Math.abs(minutes) / 60)}:${twoDigits(Math.abs(minutes) % 60)}`;
  return `${day}T00:00:00${minutes < 0 ? '-' : '+'}${offset}`;
}

/** Returns the date of an instant, or the local start of a day; undefined for anything else. */
export function readDate(text: string | null | undefined): Date | undefined {
  return toDate(text);
}

function toDate(value: Moment): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  // `new Date` reads a day without a time as midnight UTC.
  const date = isDay(value) ? readDayValue(value) : new Date(value);
  return !date || Number.isNaN(date.getTime()) ? undefined : date;
}

function isDay(value: Moment): value is string {
  return typeof value === 'string' && value.length === 10;
}

/** «20 ноября». */
function dayMonth(date: Date): string {
  return `${date.getDate()} ${genitiveMonths[date.getMonth()]}`;
}

/** «20 ноября 2026 г.» */
function dayMonthYear(date: Date): string {
  return `${dayMonth(date)} ${date.getFullYear()} г.`;
}

/** «09:05» */
function clock(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

export interface DayRange {
  /** The first and the last day, both included. */
  first: Date;
  last: Date;
}

/** Returns the days to request from the server: one more at both ends, because its time zone may differ. */
export function paddedDays({ first, last }: DayRange): [start: string, end: string] {
  return [toDayValue(plusDays(first, -1)), toDayValue(plusDays(last, 1))];
}

export function weekOf(date: Date): DayRange {
  const monday = plusDays(date, -((date.getDay() + 6) % 7));
  return { first: monday, last: plusDays(monday, 6) };
}

export function monthOf(date: Date): DayRange {
  return {
    first: new Date(date.getFullYear(), date.getMonth(), 1),
    last: new Date(date.getFullYear(), date.getMonth() + 1, 0),
  };
}

/** Returns every day of a range. */
export function daysOf({ first, last }: DayRange): Date[] {
  const days: Date[] = [];
  for (let day = first; day <= last; day = plusDays(day, 1)) days.push(day);
  return days;
}

export function plusDays(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/** «22 ноября», «16–22 ноября», «30 ноября – 6 декабря», with the years if one is not the current one. */
export function rangeWords({ first, last }: DayRange, now = new Date()): string {
  if (toDayValue(first) === toDayValue(last)) return formatDay(last, now);
  const isOneMonth = first.getMonth() === last.getMonth() && first.getFullYear() === last.getFullYear();
  if (isOneMonth) return `${first.getDate()}\u2013${formatDay(last, now)}`;
  // If the years differ, both are given, even the current one.
  const from = last.getFullYear() === first.getFullYear() ? now : first;
  return `${formatDay(first, last)}\u00A0\u2013 ${formatDay(last, from)}`;
}

/** Returns the IANA name of the time zone of this device. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
