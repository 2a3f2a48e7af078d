import * as z from 'zod/mini';
import { maybe, text } from './common.ts';
import { id } from './id.ts';

/** So many recordings a protocol may have. */
export const mostRecordings = 50;
/** The longest break before a part, in seconds: a meeting may go on another day. */
export const longestPause = 7 * 24 * 3600;

/** PUT /protocols/{id}/recordings: the ids of all recordings in the order in which they follow each other. */
export const recordingOrder = z.looseObject({
  order: z.array(z.string()).check(z.minLength(1), z.maxLength(mostRecordings)),
});

/**
 * PUT /protocols/{id}/recordings/{recordingId}: what is not named stays. What lies beside another one, and what it is put beside, are
 * named by `beside_id`; null: it follows those before it.
 */
export const recordingUpdate = z.looseObject({
  title: maybe(text(200)),
  pause: z.optional(z.number().check(z.gte(0), z.lte(longestPause))),
  beside_id: maybe(z.string()),
  offset: z.optional(z.number().check(z.gte(-longestPause), z.lte(longestPause))),
  speaker: maybe(text(200)),
});
export type RecordingUpdate = z.infer<typeof recordingUpdate>;

/** Which recording of a protocol is meant; the first one unless it is named. */
export const recordingQuery = z.object({ recording_id: z.optional(z.string()) });
export const recordingParams = z.object({ id, recordingId: z.string() });
