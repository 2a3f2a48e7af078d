import { eq, type SQL, sql } from 'drizzle-orm';
import { type Db, ofOwnersQuery, type Searched } from '#server/platform/db/index.ts';
import { recordingParts } from '../recording-parts.ts';
import { transcriptSegments } from '../transcript-lines.ts';
import { transcripts } from '../video.ts';

/**
 * Finds the protocols of these owners in whose transcripts these words (`formsQuery`) are said: by the index alone, or
 * for a single protocol.
 */
export function spokenIn(db: Db, owners: readonly string[], words: SQL): NonNullable<Searched['also']> {
  const spoken = db
    .select({ id: sql<string>`${transcripts.protocolId}`.as('id') })
    .from(transcripts)
    .where(sql`${transcripts.spoken} @@ ${ofOwnersQuery(owners, words)}`);
  return {
    find: (most) => (most === undefined ? spoken : spoken.limit(most)).as('spoken'),
    id: sql`spoken.id`,
    // Not EXISTS: the planner might evaluate that for all transcripts at once.
    holds: (id) => sql`(select ${transcripts.spoken} @@ ${words} from ${transcripts}
      where ${transcripts.protocolId} = ${id} and ${transcripts.spoken} is not null)`,
  };
}

export type Moment = {
  start: number;
  end: number;
  quote: string;
  speaker: string | null;
  /** The recording; undefined for the first one. */
  recording_id?: string;
};

/**
 * Finds where each of these protocols first says the words, in the order of its recordings: a line with all of them
 * (`all`), else one with any. A protocol whose transcripts do not contain them has no moment.
 */
export async function findMoments(
  db: Db,
  protocolIds: readonly string[],
  { all, any }: { all: SQL; any: SQL },
): Promise<Map<string, Moment>> {
  if (protocolIds.length === 0) return new Map();
  const first = (words: SQL) => sql`lateral (select s.start, s."end", s.text, s.speaker, o.part_id
    from ${transcripts} o join ${transcriptSegments} s on s.transcript_id = o.id
      left join ${recordingParts} r on r.id = o.part_id
    where o.protocol_id = ${transcripts.protocolId} and not o.is_draft and s.search @@ ${words}
    order by coalesce(r.position, 0), s.start limit 1)`;
  const ids = sql.join(
    protocolIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await db
    .select({
      id: transcripts.protocolId,
      start: sql<number>`coalesce(whole.start, part.start)`,
      end: sql<number>`coalesce(whole."end", part."end")`,
      quote: sql<string>`coalesce(whole.text, part.text)`,
      speaker: sql<string | null>`case when whole.start is null then part.speaker else whole.speaker end`,
      partId: sql<string | null>`case when whole.start is null then part.part_id else whole.part_id end`,
    })
    .from(transcripts)
    .leftJoin(sql`${first(all)} as whole`, sql`true`)
    .leftJoin(sql`${first(any)} as part`, sql`whole.start is null`)
    .where(
      sql`${transcripts.protocolId} in (${ids}) and ${eq(transcripts.isDraft, false)} and ${transcripts.spoken} @@ ${all}`,
    );
  const found = rows.filter(({ start }) => start !== null);
  return new Map(
    found.map(({ id, partId, ...moment }) => [id, { ...moment, ...(partId && { recording_id: partId }) }]),
  );
}
