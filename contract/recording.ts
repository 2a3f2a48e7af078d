import * as z from 'zod/mini';
import { maybe, text } from './common.ts';
import { id } from './id.ts';

/** Maximum number of recordings of a protocol. */
export const maxRecordings = 50;
/** Maximum break before a part, in seconds: a meeting may continue on another day. */
export const longestPause = 7 * 24 * 3600;

/** PUT /protocols/{id}/recordings: the ids of all recordings in their order. */
export const recordingOrder = z.looseObject({
  order: z.array(z.string()).check(z.minLength(1), z.maxLength(maxRecordings)),
});

/**
 * PUT /protocols/{id}/recordings/{recordingId}: omitted fields stay unchanged. `beside_id` puts the recording beside
 * another one; null puts it after those before it.
 */
export const recordingUpdate = z.looseObject({
  title: maybe(text(200)),
  pause: z.optional(z.number().check(z.gte(0), z.lte(longestPause))),
  beside_id: maybe(z.string()),
  offset: z.optional(z.number().check(z.gte(-longestPause), z.lte(longestPause))),
  speaker: maybe(text(200)),
});
export type RecordingUpdate = z.infer<typeof recordingUpdate>;

/** Selects a recording of a protocol; the first one by default. */
export const recordingQuery = z.object({ recording_id: z.optional(z.string()) });
export const recordingParams = z.object({ id, recordingId: z.string() });
