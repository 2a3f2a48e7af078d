import { asc, eq } from 'drizzle-orm';
import type { Mark } from '#contract/protocols/mark.ts';
import type { Db } from '#server/platform/db/index.ts';
import { marks } from '#server/schema/work.ts';

export type MarkRow = typeof marks.$inferSelect;

/** Returns the marks in the recordings of a protocol, in chronological order. */
export async function marksOf(db: Db, protocolId: string): Promise<Mark[]> {
  const rows = await db
    .select()
    .from(marks)
    .where(eq(marks.protocolId, protocolId))
    .orderBy(asc(marks.at), asc(marks.id));
  return rows.map(markView);
}

export function markView({ id, at, text, agendaId, recordingId }: MarkRow): Mark {
  return { id, at, text, agenda_id: agendaId, recording_id: recordingId };
}
