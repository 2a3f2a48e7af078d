import { and, eq, inArray, like, lte } from 'drizzle-orm';
import { type Db, filesOfVideo } from '#server/platform/db/index.ts';
import { keepFiles } from '#server/platform/storage/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { uploads } from '#server/schema/video.ts';

/**
 * Takes the mark for removal off the files due at `now` that a recording names after all: a server of the version before
 * writes a file into its row without taking off the mark that a server of this version had set.
 */
export async function keepNamedFiles(db: Db, now: Date): Promise<void> {
  const marked = await db
    .select({ key: discardedFiles.storageKey })
    .from(discardedFiles)
    .where(and(lte(discardedFiles.createdAt, now), like(discardedFiles.storageKey, 'videos/%')));
  if (marked.length === 0) return;
  const ids = marked.map(({ key }) => key.split('/')[1] ?? '');
  const ofUploads = db.select({ id: uploads.protocolId }).from(uploads).where(inArray(uploads.id, ids));
  const videos = await db
    .select({ video: protocols.video, part: recordingParts.video })
    .from(protocols)
    .leftJoin(recordingParts, eq(recordingParts.protocolId, protocols.id))
    .where(inArray(protocols.id, ofUploads));
  const named = new Set(videos.flatMap(({ video, part }) => [...filesOfVideo(video), ...filesOfVideo(part)]));
  const kept = marked.flatMap(({ key }) => (named.has(key) ? [key] : []));
  if (kept.length > 0) await keepFiles(db, kept);
}
