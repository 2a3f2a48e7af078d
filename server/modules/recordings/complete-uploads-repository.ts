import { and, eq, sql } from 'drizzle-orm';
import { uploadChunks, uploads } from '#server/schema/video.ts';

const received = sql`(select count(*) from ${uploadChunks} where ${uploadChunks.uploadId} = ${uploads.id})`;

/** Condition on `uploads`: all chunks are acknowledged, and the upload waits to be verified. */
export const isComplete = and(eq(uploads.state, 'receiving'), eq(uploads.totalChunks, received));
