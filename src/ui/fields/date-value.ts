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
 * Value of a partly filled date field: no schema of a date accepts it, so that a half-typed date is not saved as «no
 * date».
 */
export const unfinishedDate = 'unfinished';

/** Range of days that the contract accepts (contract/common.ts). */
export const firstDay = new CalendarDate(1900, 1, 1);
export const lastDay = new CalendarDate(2199, 12, 31);

/** Returns the day of YYYY-MM-DD, or the local day of an instant; null for anything else. */
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

/** Returns an instant in a time zone; null for anything else. */
export function readInstant(text: string | null | undefined, zone = getLocalTimeZone()): ZonedDateTime | null {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : fromAbsolute(time, zone);
}

/** Formats an instant for the contract: ISO 8601 with the local offset at that time. */
export function writeInstant(moment: ZonedDateTime): string {
  return moment
    .set({ second: 0, millisecond: 0 })
    .toString()
    .replace(/\[[^[]*\]$/, '');
}

/** Formats a Date in the same way. */
export function instantOf(date: Date): string {
  return writeInstant(fromAbsolute(date.getTime(), getLocalTimeZone()));
}

/**
 * Converts an instant, which a provider may write in its own format, to that of the contract; null for anything else.
 */
export function knownInstant(text: string | null | undefined): string | null {
  if (!text || instant.safeParse(text).success) return text || null;
  const date = readDate(text);
  return date ? instantOf(date) : null;
}

/** Returns the next full hour, from which an empty time starts. */
export function nextHour(zone = getLocalTimeZone()): ZonedDateTime {
  return now(zone).add({ hours: 1 }).set({ minute: 0, second: 0, millisecond: 0 });
}
