import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { conditionOf, type Db, firstRows, offsetOf, type Paging, pageMetaOf } from '#server/platform/db/index.ts';
import type { DayRange } from '#server/platform/http/index.ts';
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
};

/** Returns a page of these owners' meetings that begin in a range, latest first, counted as in the statistics. */
export async function listMeetingsOfPeriod(db: Db, owners: readonly string[], query: HeldQuery) {
  if (owners.length === 0) return { rows: [], meta: pageMetaOf(query, 0) };
  const { range, zone, weekday } = query;
  const where = and(
    range && gte(meetings.startAt, range.from),
    range && lt(meetings.startAt, range.to),
    weekday === undefined ? undefined : sql`extract(isodow from ${meetings.startAt} at time zone ${zone}) = ${weekday}`,
  );
  const list = { table: meetings, owned: { by: meetings.ownerId, owners }, by: meetings.startAt, where };
  const [all] = await db.select({ total: count() }).from(meetings).where(conditionOf(list));
  const page = firstRows(db, list, { limit: query.limit, offset: offsetOf(query) }).as('page');
  const { id, title, place, startAt, endAt } = meetings;
  const rows = await db
    .select({
      ...{ id, title, place, startAt, endAt, owner_name: users.name, body_name: bodies.name },
      protocol_id: sql<string | null>`(select ${protocols.id} from ${protocols} where ${protocols.meetingId} = ${id}
        order by ${protocols.createdAt} desc, ${protocols.id} desc limit 1)`,
    })
    .from(page)
    .innerJoin(meetings, eq(id, sql`page.id`))
    .innerJoin(users, eq(users.id, meetings.ownerId))
    .leftJoin(bodies, eq(bodies.id, meetings.bodyId))
    .orderBy(desc(startAt), desc(id));
  return { rows, meta: pageMetaOf(query, all?.total ?? 0) };
}
