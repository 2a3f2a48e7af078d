import * as z from 'zod/mini';
import { absentIfOdd, boolean, maybe, string, text } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { stage } from '#contract/stage.ts';
import { processingStep } from './processing.ts';

/**
 * A defect of a recording, in words for people: it breaks off at the second `at`, is damaged in `places`, or its
 * picture or sound cannot be read.
 */
export const recordingWarning = z.looseObject({
  kind: z.catch(z.enum(['cut', 'damaged', 'picture', 'sound', 'other']), 'other'),
  text: string,
  at: maybe(z.number()),
  places: maybe(z.array(z.looseObject({ from: z.number(), to: z.number() }))),
});
export type RecordingWarning = z.infer<typeof recordingWarning>;

/**
 * A recording with its captions as WebVTT: addresses are signed and short-lived; duration in seconds, size in bytes.
 * `upload_id` identifies the recording.
 */
export const video = z.looseObject({
  upload_id: maybe(string),
  /** The recording is not the first of several: a moment that names no recording does not refer to it. */
  is_part: maybe(boolean),
  url: maybe(string),
  poster_url: maybe(string),
  captions_url: maybe(string),
  duration: maybe(z.number()),
  name: maybe(string),
  size: maybe(z.number()),
  /** Warnings stay as long as the recording exists. */
  warnings: absentIfOdd(z.array(recordingWarning)),
});
export type Video = z.infer<typeof video>;

/**
 * One of several recordings of a protocol. `id` is that of its upload, to which moments refer. `video`, `stage` and
 * `processing` of the protocol describe the recording that `is_first`, wherever it stands in the order; a moment that
 * names no recording refers to it. `pause` is the break before it, in seconds of the meeting; `stage` is that of this
 * recording alone. A recording that ran at the same time as another (`beside_id`, which itself lies beside none) begins
 * `offset` seconds after that one, or before it if negative. `speaker` is the only person whose voice is in it.
 */
export const recording = z.looseObject({
  id: string,
  is_first: z.catch(boolean, false),
  title: maybe(string),
  pause: maybe(z.number()),
  beside_id: absentIfOdd(string),
  offset: absentIfOdd(z.number()),
  speaker: absentIfOdd(string),
  stage: z.catch(stage, 'video_uploaded'),
  processing: absentIfOdd(z.array(processingStep)),
  video: absentIfOdd(video),
});
export type Recording = z.infer<typeof recording>;

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
