import { and, asc, count, desc, eq, gt, gte, lt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { MeetingChoice } from '#contract/meetings/meeting.ts';
import type { DayRange } from '#server/platform/days/index.ts';
import { conditionOf, type Db, firstRows, offsetOf, type Paging, pageMetaOf } from '#server/platform/db/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';

type HeldQuery = Paging & {
  range: DayRange | undefined;
  /** Time zone of the weekdays. */
  zone: SQL;
  /** 1 is Monday. */
  weekday: number | undefined;
  only: MeetingChoice | undefined;
  now: Date;
};

/**
 * Returns a page of these owners' meetings that begin in a range, the latest first, as the statistics count them; of those
 * that are still to come the next one first.
 */
export async function listMeetingsOfPeriod(db: Db, owners: readonly string[], query: HeldQuery) {
  if (owners.length === 0) return { rows: [], meta: pageMetaOf(query, 0) };
  const { range, zone, weekday, only, limit } = query;
  const where = and(
    range && gte(meetings.startAt, range.from),
    range && lt(meetings.startAt, range.to),
    weekday === undefined ? undefined : sql`extract(isodow from ${meetings.startAt} at time zone ${zone}) = ${weekday}`,
    only && chosen(db, only, query.now),
  );
  const list = { table: meetings, owned: { by: meetings.ownerId, owners }, by: meetings.startAt, where };
  const [all] = await db.select({ total: count() }).from(meetings).where(conditionOf(list));
  const { id, title, place, startAt, endAt, bodyId: body_id } = meetings;
  const isComing = only === 'coming';
  const order = isComing ? [asc(startAt), asc(id)] : [desc(startAt), desc(id)];
  const first = isComing
    ? db
        .select({ id: sql<string>`${id}`.as('id') })
        .from(meetings)
        .where(conditionOf(list))
        .orderBy(...order)
        .limit(limit)
        .offset(offsetOf(query))
    : firstRows(db, list, { limit, offset: offsetOf(query) });
  const page = first.as('page');
  const rows = await db
    .select({
      ...{ id, title, place, startAt, endAt, body_id, owner_name: users.name, body_name: bodies.name },
      protocol_id: sql<string | null>`(select ${protocols.id} from ${protocols} where ${protocols.meetingId} = ${id}
        order by ${protocols.createdAt} desc, ${protocols.id} desc limit 1)`,
    })
    .from(page)
    .innerJoin(meetings, eq(id, sql`page.id`))
    .innerJoin(users, eq(users.id, meetings.ownerId))
    .leftJoin(bodies, eq(bodies.id, meetings.bodyId))
    .orderBy(...order);
  return { rows, meta: pageMetaOf(query, all?.total ?? 0) };
}

/** Condition on `meetings` in a query that matches the statistics. */
function chosen(db: Db, only: MeetingChoice, now: Date): SQL | undefined {
  if (only === 'coming') return gt(meetings.startAt, now);
  const ofMeeting = db.select({ one: sql`1` }).from(protocols).where(eq(protocols.meetingId, meetings.id));
  return and(lte(meetings.endAt, now), notExists(ofMeeting));
}
