import * as z from 'zod/mini';
import { maybe, text } from './common.ts';
import { id } from './id.ts';
import type { Recording } from './protocol.ts';

/** So many recordings a protocol may have. */
export const mostRecordings = 50;
/** The longest break before a part, in seconds: a meeting may go on another day. */
export const longestPause = 7 * 24 * 3600;

/** PUT /protocols/{id}/recordings: the ids of all recordings in the order in which they follow each other. */
export const recordingOrder = z.looseObject({
  order: z.array(z.string()).check(z.minLength(1), z.maxLength(mostRecordings)),
});

/** PUT /protocols/{id}/recordings/{recordingId}: what is not named stays. */
export const recordingUpdate = z.looseObject({
  title: maybe(text(200)),
  pause: z.optional(z.number().check(z.gte(0), z.lte(longestPause))),
});
export type RecordingUpdate = z.infer<typeof recordingUpdate>;

/** Which recording of a protocol is meant; the first one unless it is named. */
export const recordingQuery = z.object({ recording_id: z.optional(z.string()) });
export const recordingParams = z.object({ id, recordingId: z.string() });

/**
 * Where each recording begins on the timeline of the meeting, in seconds: after all before it and their breaks.
 * @param lengthOf tells the length where the recording itself does not
 */
export function startsOf(
  recordings: readonly Pick<Recording, 'id' | 'pause' | 'video'>[],
  lengthOf: (id: string) => number = () => 0,
): number[] {
  let end = 0;
  return recordings.map(({ id: recordingId, pause, video }, index) => {
    // What is before the first one is no break.
    const start = end + (index === 0 ? 0 : (pause ?? 0));
    end = start + (video?.duration || lengthOf(recordingId));
    return start;
  });
}
