import { inArray } from 'drizzle-orm';
import type { MeetingSeries } from '#contract/meeting-series.ts';
import type { Db } from '#server/platform/db/index.ts';
import { meetingSeries } from '#server/schema/meetings.ts';

type Plan = Pick<typeof meetingSeries.$inferSelect, 'id' | 'rule' | 'first' | 'time' | 'minutes' | 'zone' | 'holidays'>;

/** A series as its meetings tell of it. */
export function seriesView({ id, rule, first, time, minutes, zone, holidays }: Plan): MeetingSeries {
  return { id, rule, first, time, minutes, time_zone: zone, holidays };
}

/** These series by their ids. */
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
