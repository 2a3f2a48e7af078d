import { desc, eq, inArray } from 'drizzle-orm';
import { type Db, findMatches, formsQuery } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';

/** Returns the owner's meetings that contain the words, latest first. */
export async function searchMeetings(
  db: Db,
  ownerId: string,
  { search, limit, most }: { search: string; limit: number; most: number },
) {
  const query = formsQuery(search);
  if (query === undefined) return { rows: [], total: 0 };
  const { id, title, description, place, startAt } = meetings;
  const searched = {
    ...{ table: meetings, where: eq(meetings.ownerId, ownerId), by: startAt },
    own: { words: meetings.search, query },
  };
  const { ids, total } = await findMatches(db, searched, { limit, page: 1 }, most);
  const rows = await db
    .select({ id, title, description, place, startAt })
    .from(meetings)
    .where(inArray(id, ids))
    .orderBy(desc(startAt), desc(id));
  return { rows, total };
}
