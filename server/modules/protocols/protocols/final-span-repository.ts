import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { protocolListQuery } from '#contract/protocol.ts';
import { askedDays, type DayRange, type OfficeTime } from '#server/platform/http/index.ts';
import { protocols } from '#server/schema/protocols.ts';

/** Filter by when protocols became final, and by the number of calendar days since their meetings. */
export type FinalSpan = {
  range: DayRange | undefined;
  /** Time zone of the calendar days. */
  zone: SQL;
  leastDays: number | undefined;
  mostDays: number | undefined;
  isUndated: boolean;
};

/** Returns the filter requested for a list; undefined if there is none, in which case the office's time is not read. */
export async function finalSpanOf(
  query: z.output<typeof protocolListQuery>,
  officeTime: () => Promise<OfficeTime>,
): Promise<FinalSpan | undefined> {
  const { start_date_at, end_date_at, least_days: leastDays, most_days: mostDays, undated } = query;
  const hasRange = start_date_at !== undefined || end_date_at !== undefined;
  if (!hasRange && leastDays === undefined && mostDays === undefined && !undated) return undefined;
  const { range, zone } = askedDays(query, await officeTime());
  return { range: hasRange ? range : undefined, zone, leastDays, mostDays, isUndated: undated !== undefined };
}

/** Returns the calendar days from the meeting to the final version; null if the date of the meeting is unknown. */
export function daysToFinal(zone: SQL): SQL<number | null> {
  // The date of the meeting is that in its own zone, as in `namedDay`. Rows of older versions may contain invalid
  // years.
  const heldOn = sql`case when ${protocols.heldAt} like '%Z' then (${protocols.heldAt}::timestamptz at time zone ${zone})::date
    else left(${protocols.heldAt}, 10)::date end`;
  return sql`case when ${protocols.heldAt} >= '1900' and ${protocols.heldAt} < '2200' then
    greatest(0, (${protocols.stageChangedAt} at time zone ${zone})::date - ${heldOn}) end`;
}
