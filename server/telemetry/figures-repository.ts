import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { uploads } from '#server/schema/video.ts';

/** Uploads in one state: since when the oldest is on its way, and how long the most silent has had no news, in seconds. */
export type UploadCount = { state: string; count: number; age: number; silence: number };

/** Uploads that have not ended. */
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
