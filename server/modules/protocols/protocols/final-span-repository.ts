import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { protocolListQuery } from '#contract/protocol.ts';
import { askedDays, type DayRange, type OfficeTime } from '#server/platform/http/index.ts';
import { protocols } from '#server/schema/protocols.ts';

/** When protocols became final, and how many calendar days after their meetings. */
export type FinalSpan = {
  range: DayRange | undefined;
  /** Whose days are counted. */
  zone: SQL;
  leastDays: number | undefined;
  mostDays: number | undefined;
  isUndated: boolean;
};

/** What a list is asked for of it; undefined where nothing is: the time of the office is not read then. */
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

/** The calendar days from the meeting to the final version; null where no day of a meeting is named. */
export function daysToFinal(zone: SQL): SQL<number | null> {
  // The day of the meeting is the day where it was written, as `namedDay` has it; rows of older versions may name years
  // that are none.
  const heldOn = sql`case when ${protocols.heldAt} like '%Z' then (${protocols.heldAt}::timestamptz at time zone ${zone})::date
    else left(${protocols.heldAt}, 10)::date end`;
  return sql`case when ${protocols.heldAt} >= '1900' and ${protocols.heldAt} < '2200' then
    greatest(0, (${protocols.stageChangedAt} at time zone ${zone})::date - ${heldOn}) end`;
}
