import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type MeetingSeries, seriesPrefixOf } from '#contract/meetings/meeting-series.ts';
import { type Db, idConflict, type OwnId } from '#server/platform/db/index.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { protocols } from '#server/schema/protocols.ts';

type Plan = Pick<typeof meetingSeries.$inferSelect, 'id' | 'rule' | 'first' | 'time' | 'minutes' | 'zone' | 'holidays'>;

/** Returns a series in the form shown with its meetings. */
export function seriesView({ id, rule, first, time, minutes, zone, holidays }: Plan): MeetingSeries {
  return { id, rule, first, time, minutes, time_zone: zone, holidays };
}

/** Returns these series by id. */
export async function seriesOf(db: Db, ids: readonly string[]): Promise<Map<string, MeetingSeries>> {
  if (ids.length === 0) return new Map();
  const { id, rule, first, time, minutes, zone, holidays } = meetingSeries;
  const invitedUntil = sql`(select max(m.start_at) from meetings m where m.series_id = meeting_series.id
    and exists (select 1 from meeting_invitations i where i.meeting_id = m.id and i.revoked_at is null))`;
  const rows = await db
    .select({ id, rule, first, time, minutes, zone, holidays, invitedUntil: invitedUntil.mapWith(meetings.startAt) })
    .from(meetingSeries)
    .where(inArray(id, [...ids]));
  return new Map(
    rows.map((row) => {
      const until = row.invitedUntil as Date | null;
      return [row.id, { ...seriesView(row), invited_until: until?.toISOString() ?? null }];
    }),
  );
}

/**
 * The series that were split from these, and from those, of the same owner: `parts` with `root`, the one of these. A
 * device that does not know of a split takes their meetings for those of this series.
 */
export const partsOf = (ids: readonly string[]) => sql`recursive parts as (
  select split_from as root, id, owner_id from meeting_series where split_from = any(${sql.param([...ids])}::text[])
  union
  select parts.root, next.id, next.owner_id from meeting_series next
  join parts on parts.id = next.split_from and parts.owner_id = next.owner_id)`;

/** Returns how many meetings, not begun and without a protocol, are in the parts of each of these series. */
export async function countInParts(db: Db, ids: readonly string[], now: Date): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = (await db.execute(sql`with ${partsOf(ids)}
    select root, count(*)::int as count from parts join meetings m on m.series_id = parts.id
    where m.owner_id = parts.owner_id and m.start_at > ${now.toISOString()}::timestamptz
      and not exists (select from ${protocols} where ${protocols.meetingId} = m.id)
    group by root`)) as unknown as { rows: { root: string; count: number }[] };
  return new Map(rows.map(({ root, count }) => [root, count]));
}

/**
 * Throws a 409 for an id that a series of somebody else may give to a later meeting: participants see the ids of
 * earlier ones, and so know the next.
 */
export async function assertNotOfSeries(db: Db, { ownerId, id }: OwnId): Promise<void> {
  const prefix = seriesPrefixOf(id);
  if (prefix === undefined) return;
  const ofOthers = and(eq(meetingSeries.id, prefix), ne(meetingSeries.ownerId, ownerId));
  if ((await db.$count(meetingSeries, ofOthers)) > 0) throw idConflict(undefined);
}
