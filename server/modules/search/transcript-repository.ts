import { and, eq, inArray, sql } from 'drizzle-orm';
import { anyFormQuery, type Db, findMatches, formsQuery, mostMatches, newestFirst } from '#server/platform/db/index.ts';
import { findMoments, type Moment, spokenWordsMatch } from '#server/schema/derived/transcript-search.ts';
import { protocols } from '#server/schema/protocols.ts';
import { transcripts } from '#server/schema/video.ts';

export type SpokenHit = { id: string; title: string; heldAt: string | null; moment: Moment };

/** The owner's protocols in whose transcripts the words are said, the newest first, each with the first moment. */
export async function searchTranscripts(
  db: Db,
  ownerId: string,
  { search, limit }: { search: string; limit: number },
): Promise<{ hits: SpokenHit[]; total: number }> {
  const [all, any] = [formsQuery(search), anyFormQuery(search)];
  if (!all || !any) return { hits: [], total: 0 };
  const spoken = db
    .select({ id: transcripts.protocolId })
    .from(transcripts)
    .where(spokenWordsMatch(ownerId, all))
    .limit(mostMatches);
  const own = eq(protocols.ownerId, ownerId);
  const { ids, total } = await findMatches(db, protocols, and(own, inArray(protocols.id, spoken)), { limit, page: 1 });
  // No EXISTS: the planner may evaluate it for all transcripts at once.
  const isSpoken = sql`(select ${transcripts.spoken} @@ ${all} from ${transcripts}
    where ${transcripts.protocolId} = ${protocols.id} and not ${transcripts.isDraft})`;
  const rows = await db
    .select({ id: protocols.id, title: protocols.title, heldAt: protocols.heldAt })
    .from(protocols)
    .where(ids ? inArray(protocols.id, ids) : and(own, isSpoken))
    .orderBy(...newestFirst(protocols))
    .limit(limit);
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
