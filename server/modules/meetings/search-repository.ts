import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Db, findMatches, formsQuery } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';

/** The owner's meetings with the words, the latest first. */
export async function searchMeetings(db: Db, ownerId: string, { search, limit }: { search: string; limit: number }) {
  const words = formsQuery(search);
  if (words === undefined) return { rows: [], total: 0 };
  const where = and(eq(meetings.ownerId, ownerId), sql`${meetings.search} @@ ${words}`);
  const { ids, total } = await findMatches(db, meetings, where, { limit, page: 1 }, { by: meetings.startAt });
  const { id, title, description, place, startAt } = meetings;
  const rows = await db
    .select({ id, title, description, place, startAt })
    .from(meetings)
    .where(ids ? inArray(id, ids) : where)
    .orderBy(desc(startAt), desc(id))
    .limit(limit);
  return { rows, total };
}
