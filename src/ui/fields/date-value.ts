import {
  CalendarDate,
  fromAbsolute,
  getLocalTimeZone,
  now,
  parseDate,
  type ZonedDateTime,
} from '@internationalized/date';
import { instant } from '#contract/common.ts';
import { readDate } from '#src/format/index.ts';

/**
 * The value of a date field that is filled in part: no schema of a date takes it, so that nothing half typed is saved as
 * «no date».
 */
export const unfinishedDate = 'unfinished';

/** The days that the contract knows (contract/common.ts). */
export const firstDay = new CalendarDate(1900, 1, 1);
export const lastDay = new CalendarDate(2199, 12, 31);

/** YYYY-MM-DD, or an instant by its day here, as a day; null for what is no date. */
export function readDay(text: string | null | undefined): CalendarDate | null {
  if (!text) return null;
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? null : readInstant(text);
  if (moment) return new CalendarDate(moment.year, moment.month, moment.day);
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

/** An instant on the person's own clock; null for what is none. */
export function readInstant(text: string | null | undefined, zone = getLocalTimeZone()): ZonedDateTime | null {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : fromAbsolute(time, zone);
}

/** An instant as the contract takes it: ISO 8601 with the offset that the person's clock has then. */
export function writeInstant(moment: ZonedDateTime): string {
  return moment
    .set({ second: 0, millisecond: 0 })
    .toString()
    .replace(/\[[^[]*\]$/, '');
}

/** The same for a Date. */
export function instantOf(date: Date): string {
  return writeInstant(fromAbsolute(date.getTime(), getLocalTimeZone()));
}

/** An instant that a provider may write in a way of its own, as the contract takes it; null for what is none. */
export function knownInstant(text: string | null | undefined): string | null {
  if (!text || instant.safeParse(text).success) return text || null;
  const date = readDate(text);
  return date ? instantOf(date) : null;
}

/** The next full hour: what a time starts from where none is typed. */
export function nextHour(zone = getLocalTimeZone()): ZonedDateTime {
  return now(zone).add({ hours: 1 }).set({ minute: 0, second: 0, millisecond: 0 });
}
