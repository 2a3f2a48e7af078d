import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { uploads } from '#server/schema/video.ts';

/**
 * Uploads in one state; `age` is since when the oldest one exists, `silence` the longest time without news, in seconds.
 */
export type UploadCount = { state: string; count: number; age: number; silence: number };

/** Counts unfinished uploads. */
export async function countUploads(db: Db): Promise<UploadCount[]> {
  const since = (moment: unknown) => sql<number>`greatest(0, extract(epoch from now() - min(${moment})))::float8`;
  return db
    .select({
      state: uploads.state,
      count: sql<number>`count(*)::int`,
      age: since(uploads.createdAt),
      silence: since(uploads.updatedAt),
    })
    .from(uploads)
    .where(inArray(uploads.state, ['receiving', 'verifying']))
    .groupBy(uploads.state);
}
