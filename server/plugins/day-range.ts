import { invalidField } from './errors.ts';

/** Where the server is at home: the zone of days that name no offset. */
export const officeZone = 'Europe/Moscow';

/** From the beginning of the first day to the end of the last, which no longer belongs to it. */
export type DayRange = { from: Date; to: Date };
type Asked = { start_date_at?: string | undefined; end_date_at?: string | undefined };
/** A calendar day, and the offset in which it is meant; undefined for that of the office. */
type Day = { date: string; offset: string | undefined };

const dayMs = 24 * 60 * 60 * 1000;
const mostDays = 400;
const yearOfDays = 365;

/** The days that `dateRange` of the contract means, whole; 422 where they end before they begin or are too many. */
export function dayRangeOf({ start_date_at, end_date_at }: Asked, now: Date): DayRange {
  const around = monthsAround(now);
  const start = start_date_at ? dayOf(start_date_at) : undefined;
  const end = end_date_at ? dayOf(end_date_at) : undefined;
  const first = start ?? (end ? moved(end, -yearOfDays) : around.first);
  const last = end ?? (start ? moved(start, yearOfDays) : around.last);
  const days = (Date.parse(last.date) - Date.parse(first.date)) / dayMs + 1;
  if (days < 1) throw invalidField('end_date_at', 'Конец периода раньше начала');
  if (days > mostDays) throw invalidField('end_date_at', `Период не может быть длиннее ${mostDays} дней`);
  return { from: startOf(first), to: startOf(moved(last, 1)) };
}

/** The last moment of a plain day in the office, as an instant; an instant stays as it is. */
export function endOfDay(iso: string): string {
  if (iso.length > 10) return iso;
  const last = new Date(startOf(moved({ date: iso, offset: undefined }, 1)).getTime() - 1000);
  return `${iso}T23:59:59${officeOffset(last)}`;
}

/** The calendar day of a moment in the office. */
export function officeDay(at: Date): string {
  return new Date(at.getTime() + offsetMs(officeOffset(at))).toISOString().slice(0, 10);
}

function monthsAround(now: Date): { first: Day; last: Day } {
  const [year = 0, month = 1] = officeDay(now).split('-').map(Number);
  const dayAt = (months: number, date: number) =>
    new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
  return { first: { date: dayAt(-1, 1), offset: undefined }, last: { date: dayAt(2, 0), offset: undefined } };
}

function dayOf(iso: string): Day {
  const offset = iso.length === 10 ? undefined : iso.endsWith('Z') ? '+00:00' : iso.slice(-6);
  return { date: iso.slice(0, 10), offset };
}

function moved({ date, offset }: Day, days: number): Day {
  return { date: new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10), offset };
}

function startOf({ date, offset }: Day): Date {
  const at = (zone: string) => new Date(`${date}T00:00:00${zone}`);
  if (offset !== undefined) return at(offset);
  const guess = at(officeOffset(at('Z')));
  return at(officeOffset(guess));
}

const inOffice = new Intl.DateTimeFormat('en', { timeZone: officeZone, timeZoneName: 'longOffset' });

/** «+03:00». */
function officeOffset(at: Date): string {
  const name = inOffice.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /[+-]\d{2}:\d{2}/.exec(name)?.[0] ?? '+00:00';
}

function offsetMs(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
