import { type SQL, sql } from 'drizzle-orm';
import { type DayRange, dayRangeOf, type OfficeTime, officeDay } from './day-range.ts';

type Asked = { start_date_at?: string | undefined; end_date_at?: string | undefined };

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
