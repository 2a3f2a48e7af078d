import { and, count, eq, max, sql } from 'drizzle-orm';
import { mostRecordings } from '#contract/recording.ts';
import type { OrderedRecording } from '#server/modules/protocols/index.ts';
import { type Db, filesOfVideo, type StoredVideo } from '#server/platform/db/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { gatherSpoken } from '#server/schema/derived/transcript-rows.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { uploads } from '#server/schema/video.ts';

/**
 * Adds a recording after all others of a protocol that the caller has locked. Nobody has let this one be watched yet.
 * @returns false where the protocol has as many as it may have
 */
export async function addPart(db: Db, protocolId: string, id: string, video: StoredVideo, now: Date): Promise<boolean> {
  const others = await readParts(db, protocolId);
  if (!hasPlace(others)) return false;
  const position = Math.max(0, others?.last ?? 0) + 1;
  await db.insert(recordingParts).values({ id, protocolId, position, video, createdAt: now, updatedAt: now });
  await db.update(protocols).set({ recordingShared: false }).where(eq(protocols.id, protocolId));
  return true;
}

/** Whether a protocol that has a first recording may have one more. */
export async function hasPlaceForPart(db: Db, protocolId: string): Promise<boolean> {
  return hasPlace(await readParts(db, protocolId));
}

async function readParts(db: Db, protocolId: string) {
  const found = db.select({ last: max(recordingParts.position), count: count() }).from(recordingParts);
  return (await found.where(eq(recordingParts.protocolId, protocolId)))[0];
}

/** The first recording is one more. */
function hasPlace(parts: { count: number } | undefined): boolean {
  return (parts?.count ?? 0) + 2 <= mostRecordings;
}

/** Puts the recordings into this order; the first one stays at 0, whatever stands before it. */
export async function orderRecordings(db: Db, ordered: readonly OrderedRecording[]): Promise<void> {
  const first = ordered.findIndex(({ isFirst }) => isFirst);
  for (const [index, { id, isFirst }] of ordered.entries()) {
    if (isFirst) continue;
    await db
      .update(recordingParts)
      .set({ position: index - first })
      .where(eq(recordingParts.id, id));
  }
}

/** Names a recording, or changes the break before it. */
export async function updateRecording(
  db: Db,
  protocolId: string,
  { id, video, isFirst }: OrderedRecording,
  set: { title?: string | null; pause?: number },
): Promise<void> {
  if (!isFirst) await db.update(recordingParts).set(set).where(eq(recordingParts.id, id));
  else {
    // What the processing writes meanwhile stays.
    const merged = sql`${protocols.video} || ${JSON.stringify(set)}::jsonb`;
    const same = sql`${protocols.video}->>'upload_id' = ${video.upload_id}`;
    await db
      .update(protocols)
      .set({ video: merged })
      .where(and(eq(protocols.id, protocolId), same));
  }
}

/** Deletes a part with its files and what was transcribed of it. */
export async function deletePart(
  db: Db,
  protocolId: string,
  { id, video }: OrderedRecording,
  now: Date,
): Promise<void> {
  await discardFiles(db, filesOfVideo(video), now);
  await db.delete(recordingParts).where(eq(recordingParts.id, id));
  await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.state, 'assembled')));
  // Its transcript may have had the words of all.
  await gatherSpoken(db, protocolId);
}
