import { and, count, eq, sql } from 'drizzle-orm';
import { maxRecordings } from '#contract/recordings/recording.ts';
import { inOrder, type OrderedRecording, readParts } from '#server/modules/protocols/index.ts';
import { type Db, filesOfVideo, type StoredVideo } from '#server/platform/db/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { gatherSpoken } from '#server/schema/derived/transcript-rows.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { uploads } from '#server/schema/video.ts';

type NewPart = { id: string; video: StoredVideo; besideId: string | null; speaker: string | null };

/**
 * Adds a recording to a protocol that the caller has locked: after all others, or beside the one that it names. The
 * recordings are then no longer shared with participants, since nobody has approved the new one.
 * @returns false if the protocol has the maximum number of recordings
 */
export async function addPart(
  db: Db,
  protocol: Parameters<typeof inOrder>[0],
  { id, video, besideId, speaker }: NewPart,
  now: Date,
): Promise<boolean> {
  const { id: protocolId } = protocol;
  const parts = await readParts(db, protocolId);
  if (!hasPlace(parts.length)) return false;
  const position = Math.max(0, ...parts.map((part) => part.position)) + 1;
  const beside = inOrder(protocol, parts).find((each) => each.id === besideId);
  const placed = { besideId: beside ? (beside.beside_id ?? beside.id) : null, offset: beside?.offset ?? 0 };
  const times = { createdAt: now, updatedAt: now };
  await db.insert(recordingParts).values({ id, protocolId, position, video, speaker, ...placed, ...times });
  await db.update(protocols).set({ recordingShared: false }).where(eq(protocols.id, protocolId));
  return true;
}

/** Puts the recordings that were beside a replaced one beside its replacement. */
export async function followReplaced(
  db: Db,
  protocolId: string,
  { replaced, by }: { replaced: string; by: string },
): Promise<void> {
  const beside = and(eq(recordingParts.protocolId, protocolId), eq(recordingParts.besideId, replaced));
  await db.update(recordingParts).set({ besideId: by }).where(beside);
}

/** Returns whether a protocol that has a first recording may have one more. */
export async function hasPlaceForPart(db: Db, protocolId: string): Promise<boolean> {
  const found = db.select({ count: count() }).from(recordingParts);
  const [parts] = await found.where(eq(recordingParts.protocolId, protocolId));
  return hasPlace(parts?.count ?? 0);
}

/** Counts the first recording and the new one besides the parts. */
function hasPlace(parts: number): boolean {
  return parts + 2 <= maxRecordings;
}

/** Stores the order of the recordings; the first recording keeps position 0, and those before it get negative ones. */
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

/** Properties of a recording that a person can change. */
export type RecordingChange = {
  title?: string | null;
  pause?: number;
  beside_id?: string | null;
  offset?: number;
  speaker?: string | null;
};

/** Changes the properties of a recording. */
export async function updateRecording(
  db: Db,
  protocolId: string,
  { id, video, isFirst }: OrderedRecording,
  change: RecordingChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  if (!isFirst) {
    const { beside_id: besideId, ...rest } = change;
    const set = { ...rest, ...(besideId !== undefined && { besideId }) };
    await db.update(recordingParts).set(set).where(eq(recordingParts.id, id));
  } else {
    // Merged, so that concurrent writes of the processing stay.
    const merged = sql`${protocols.video} || ${JSON.stringify(change)}::jsonb`;
    const same = sql`${protocols.video}->>'upload_id' = ${video.upload_id}`;
    await db
      .update(protocols)
      .set({ video: merged })
      .where(and(eq(protocols.id, protocolId), same));
  }
}

/** Deletes a part with its files and its transcript. */
export async function deletePart(
  db: Db,
  protocolId: string,
  { id, video }: OrderedRecording,
  now: Date,
): Promise<void> {
  await discardFiles(db, filesOfVideo(video), now);
  await db.delete(recordingParts).where(eq(recordingParts.id, id));
  await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.state, 'assembled')));
  // Its transcript may have held the index of all spoken words.
  await gatherSpoken(db, protocolId);
}
