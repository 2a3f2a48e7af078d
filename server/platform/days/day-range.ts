import { type SQL, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { invalidField } from '#server/platform/problem/index.ts';

/** The present moment, and the organization's time zone, which applies to days given without an offset. */
export type OfficeTime = { now: Date; zone: string };
/** Whole days: `from` is the beginning of the first, `to` the end of the last, exclusive. */
export type DayRange = { from: Date; to: Date };
type Asked = { start_date_at?: string | undefined; end_date_at?: string | undefined };
/** A calendar day, and the offset or zone in which it is meant. */
type Day = { date: Temporal.PlainDate; zone: string };

const maxDays = 400;
const yearOfDays = 365;

/** Returns the whole days of a `dateRange` of the contract; a 422 where they end before they begin or are too many. */
export function dayRangeOf({ start_date_at, end_date_at }: Asked, office: OfficeTime): DayRange {
  const around = monthsAround(office);
  const start = start_date_at ? dayOf(start_date_at, office.zone) : undefined;
  const end = end_date_at ? dayOf(end_date_at, office.zone) : undefined;
  const first = start ?? (end ? moved(end, -yearOfDays) : around.first);
  const last = end ?? (start ? moved(start, yearOfDays) : around.last);
  const days = first.date.until(last.date).days + 1;
  if (days < 1) throw invalidField('end_date_at', 'Конец периода раньше начала');
  if (days > maxDays) throw invalidField('end_date_at', `Период не может быть длиннее ${maxDays} дней`);
  return { from: startOf(first), to: startOf(moved(last, 1)) };
}

/** The last second of a plain day in the zone, as an instant; an instant stays as it is. */
export function endOfDay(iso: string, zone: string): string {
  if (iso.length > 10) return iso;
  const next = Temporal.PlainDate.from(iso).add({ days: 1 }).toZonedDateTime(zone);
  return next.subtract({ seconds: 1 }).toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** The calendar day of a moment in the organization. */
export function officeDay({ now, zone }: OfficeTime): string {
  return todayIn({ now, zone }).toString();
}

/** Returns the calendar day of an instant: in its own offset, or in the organization's zone if it ends with `Z`. */
export function namedDay(iso: string, zone: string): string {
  return iso.endsWith('Z') ? officeDay({ now: new Date(iso), zone }) : iso.slice(0, 10);
}

function todayIn({ now, zone }: OfficeTime): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

function monthsAround(office: OfficeTime): { first: Day; last: Day } {
  const month = todayIn(office).toPlainYearMonth();
  const next = month.add({ months: 1 });
  return {
    first: { date: month.subtract({ months: 1 }).toPlainDate({ day: 1 }), zone: office.zone },
    last: { date: next.toPlainDate({ day: next.daysInMonth }), zone: office.zone },
  };
}

function dayOf(iso: string, office: string): Day {
  const zone = iso.length === 10 ? office : iso.endsWith('Z') ? 'UTC' : iso.slice(-6);
  return { date: Temporal.PlainDate.from(iso.slice(0, 10)), zone };
}

function moved({ date, zone }: Day, days: number): Day {
  return { date: date.add({ days }), zone };
}

function startOf({ date, zone }: Day): Date {
  return new Date(date.toZonedDateTime(zone).epochMilliseconds);
}

/** Returns the days to count and their time zone. Without dates: the current month. */
export function askedDays(asked: Asked, office: OfficeTime): { range: DayRange; zone: SQL } {
  const month = asked.start_date_at || asked.end_date_at ? {} : monthOf(officeDay(office));
  const range = dayRangeOf({ ...asked, ...month }, office);
  return { range, zone: zoneOf(asked.start_date_at ?? asked.end_date_at, office.zone) };
}

/** Returns the offset of the given instant, or the organization's zone if plain days were given. */
function zoneOf(iso = '', officeZone: string): SQL {
  if (!iso.includes('T')) return sql`${officeZone}`;
  return sql`${iso.endsWith('Z') ? '00:00' : iso.slice(-6)}::interval`;
}

function monthOf(day: string): Required<Asked> {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { start_date_at: `${last.slice(0, 7)}-01`, end_date_at: last };
}
