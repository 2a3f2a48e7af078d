import { and, eq, isNull, lt, notLike } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { transcriptSegments } from '../transcript-lines.ts';
import { addLines, type SegmentRow } from './transcript-rows.ts';

/**
 * Adds lines of an earlier transcript to the one that grows in its place; they keep their ids.
 * @param from seconds; what begins before has been recognised again
 */
export async function carryLines(db: Db, id: string, lines: readonly SegmentRow[], from: number): Promise<void> {
  const later = lines.filter(({ start }) => start >= from);
  await addLines(
    db,
    id,
    later.map(({ speaker, ...line }) => ({ ...line, ...(speaker && { speaker }) })),
  );
}

/**
 * Removes the lines that came from an earlier transcript, except corrected ones.
 * @param until seconds; lines that begin later stay. Without it none does
 */
export async function dropEarlierLines(db: Db, id: string, until?: number): Promise<void> {
  const { transcriptId, id: lineId, editedById, start } = transcriptSegments;
  // The ids of a transcript's own lines begin with its id.
  const earlier = and(eq(transcriptId, id), notLike(lineId, `${id}-%`), isNull(editedById));
  await db.delete(transcriptSegments).where(and(earlier, until === undefined ? undefined : lt(start, until)));
}
