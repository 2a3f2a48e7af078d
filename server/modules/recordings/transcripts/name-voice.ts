import type { Db } from '#server/platform/db/index.ts';
import { findTranscript, type Recorded, raiseVersion, renameVoices } from '#server/schema/derived/transcript-rows.ts';

/**
 * Sets the only speaker of a recording, or removes it: in lines without a speaker, and in those of the previous one.
 * Lines of other speakers stay.
 */
export async function nameVoice(
  db: Db,
  of: Recorded,
  before: string | null,
  speaker: string | null,
  now: Date,
): Promise<void> {
  const names = new Map([...(before ? [before] : []), ''].map((from) => [from, speaker ?? '']));
  for (const isDraft of [false, true]) {
    const row = await findTranscript(db, of, isDraft);
    if (!row) continue;
    await renameVoices(db, row.id, names);
    const speakers = row.speakers.filter(({ name }) => name !== before);
    await raiseVersion(db, row, speakers, now);
  }
}
