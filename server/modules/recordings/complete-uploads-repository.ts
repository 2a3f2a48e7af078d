import { and, eq, sql } from 'drizzle-orm';
import { uploadChunks, uploads } from '#server/schema/video.ts';

const received = sql`(select count(*) from ${uploadChunks} where ${uploadChunks.uploadId} = ${uploads.id})`;

/** Of a row of `uploads`: all chunks are acknowledged, and its verification waits for its turn. */
export const isComplete = and(eq(uploads.state, 'receiving'), eq(uploads.totalChunks, received));
