import { inArray } from 'drizzle-orm';
import type { MeetingSeries } from '#contract/meeting-series.ts';
import type { Db } from '#server/platform/db/index.ts';
import { meetingSeries } from '#server/schema/meetings.ts';

type Plan = Pick<typeof meetingSeries.$inferSelect, 'id' | 'rule' | 'first' | 'time' | 'minutes' | 'zone' | 'holidays'>;

/** Returns a series in the form shown with its meetings. */
export function seriesView({ id, rule, first, time, minutes, zone, holidays }: Plan): MeetingSeries {
  return { id, rule, first, time, minutes, time_zone: zone, holidays };
}

/** Returns these series by id. */
export async function seriesOf(db: Db, ids: readonly string[]): Promise<Map<string, MeetingSeries>> {
  if (ids.length === 0) return new Map();
  const { id, rule, first, time, minutes, zone, holidays } = meetingSeries;
  const plan = { id, rule, first, time, minutes, zone, holidays };
  const rows = await db
    .select(plan)
    .from(meetingSeries)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, seriesView(row)]));
}
