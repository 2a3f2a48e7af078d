import { inArray } from 'drizzle-orm';
import { anyFormQuery, type Db, findMatches, formsQuery, newestFirst } from '#server/platform/db/index.ts';
import { findMoments, type Moment, spokenIn } from '#server/schema/derived/transcript-search.ts';
import { protocols } from '#server/schema/protocols.ts';

export type SpokenHit = { id: string; title: string; heldAt: string | null; moment: Moment };

/**
 * Returns the protocols of these owners in whose transcripts the words are said, newest first, each with the first
 * moment.
 */
export async function searchTranscripts(
  db: Db,
  owners: readonly string[],
  { search, limit, most }: { search: string; limit: number; most: number },
): Promise<{ hits: SpokenHit[]; total: number }> {
  const [all, any] = [formsQuery(search), anyFormQuery(search)];
  if (!all || !any || owners.length === 0) return { hits: [], total: 0 };
  const owned = { by: protocols.ownerId, owners };
  const searched = { table: protocols, owned, where: undefined, also: spokenIn(db, owners, all) };
  const { ids, total } = await findMatches(db, searched, { limit, page: 1 }, most);
  const rows = await db
    .select({ id: protocols.id, title: protocols.title, heldAt: protocols.heldAt })
    .from(protocols)
    .where(inArray(protocols.id, ids))
    .orderBy(...newestFirst(protocols));
  const moments = await findMoments(
    db,
    rows.map(({ id }) => id),
    { all, any },
  );
  const hits = rows.flatMap((row) => {
    const moment = moments.get(row.id);
    return moment ? [{ ...row, moment }] : [];
  });
  return { hits, total };
}
