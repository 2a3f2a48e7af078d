import { sql } from 'drizzle-orm';
import { type Db, filesOfVideo, type StoredVideo } from '#server/platform/db/index.ts';
import { discardFiles, dueAt, reserveFile } from '#server/platform/storage/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { holdsLane, type Run, type Turn } from './repository.ts';

/** Longer than any file takes from here to its row. */
const reservedMs = 24 * 3_600_000;

/**
 * Marks a file that is about to be stored: unless a step writes it into the row, it is removed a day later. A run may be
 * cancelled while its file is on the way, and whoever deletes the recording then does not know of the file.
 * @returns false if the run is over, so that nothing may be stored
 */
export async function reserveMade(db: Db, turn: Turn, key: string, now: Date): Promise<boolean> {
  const table = turn.isPart ? recordingParts : protocols;
  return db.transaction(async (tx) => {
    // Locked: a later run begins after the mark, and so takes it off.
    const [row] = await tx.select({ video: table.video }).from(table).where(holdsLane(turn)).for('update');
    // What a row names already has no mark: it is made again.
    if (row && !filesOfVideo(row.video).includes(key)) await reserveFile(tx, key, new Date(now.getTime() + reservedMs));
    return row !== undefined;
  });
}

/**
 * Discards the files made by a run if the recording was deleted or replaced, since whoever did that did not know of
 * later files. After a cancellation or takeover those that no row names are removed by their mark.
 */
export async function discardMade(db: Db, { uploadId, isPart }: Run, video: StoredVideo, now: Date): Promise<void> {
  const { video: stored } = isPart ? recordingParts : protocols;
  const there = await db
    .select({ is: sql`1` })
    .from(isPart ? recordingParts : protocols)
    .where(sql`${stored}->>'upload_id' = ${uploadId}`)
    .limit(1);
  if (there.length > 0) return;
  const made = filesOfVideo(video).filter((key) => key !== undefined && key !== video.original_key) as string[];
  await discardFiles(db, made, now);
  await dueAt(db, made, now);
}
