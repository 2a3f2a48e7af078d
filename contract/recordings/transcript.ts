import * as z from 'zod/mini';
import { instant, int, maybe, string, text, whenUsed } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/** Source of a transcript: a subtitle track of the recording, a file that a person attached, or speech recognition. */
export const transcriptSources = ['track', 'file', 'service'] as const;
export type TranscriptSource = (typeof transcriptSources)[number];

/** One line of a transcript; `start` and `end` are seconds of the recording. */
export const transcriptSegment = z.looseObject({
  id: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: maybe(string),
  keywords: maybe(z.array(z.string())),
  /** The user who corrected the line; absent if it is as recognised. */
  edited_by: maybe(id),
});
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

/** A voice: its name in the segments, and its user. */
export const speaker = z.looseObject({ name: z.string(), user_id: maybe(id) });
export type Speaker = z.infer<typeof speaker>;

/** Result of a new run when a person has corrected the transcript. */
const transcriptDraft = z.looseObject({
  segments: z.array(transcriptSegment),
  source: maybe(string),
  created_at: maybe(instant),
});

const transcriptOfOne = z.looseObject({
  segments: z.array(transcriptSegment),
  speakers: maybe(z.array(speaker)),
  source: maybe(z.catch(z.nullable(z.enum(transcriptSources)), null)),
  version: maybe(int),
  draft: maybe(transcriptDraft),
});

/** The transcript of a recording other than the first. */
const partTranscript = z.looseObject({ ...transcriptOfOne.shape, recording_id: z.string() });
export type PartTranscript = z.infer<typeof partTranscript>;

/**
 * GET /protocols/{id}/transcript: segments in the order of time; empty if nothing is transcribed. It is that of the
 * first recording; those of the other recordings are in `parts`, in their order.
 */
export const transcript = whenUsed(() =>
  z.looseObject({ ...transcriptOfOne.shape, parts: maybe(z.array(partTranscript)) }),
);
export type Transcript = z.infer<typeof transcript>;

const lineText = text(10_000);
const name = text(200);

/**
 * A corrected line, by its id. `before` is the text that the correction is based on: if the line has changed since, the
 * whole request is answered with 409 and the current lines. Without it, and without the `version` of the transcript,
 * the last write wins.
 */
const segmentUpdate = z.looseObject({
  id: z.string(),
  text: z.optional(lineText),
  speaker: maybe(name),
  before: z.optional(z.looseObject({ text: z.optional(z.string()), speaker: maybe(string) })),
});
export type SegmentUpdate = z.infer<typeof segmentUpdate>;

const draftChoice = z.enum(['take', 'discard']);
export type DraftChoiceName = z.infer<typeof draftChoice>;

/**
 * PUT /protocols/{id}/transcript: only changes. `rename` renames a voice in all of its lines, and is answered with 409
 * if neither the old nor the new name has lines; `draft` takes over or discards the newer run. A stale `version` is
 * answered with 409, so that a client that sends back the whole transcript as it read it overwrites nothing that it has
 * not seen; a draft in such a body is ignored.
 */
export const transcriptUpdate = whenUsed(() =>
  z.looseObject({
    version: z.optional(z.int()),
    /** Selects the transcript of a recording; that of the first one by default. */
    recording_id: maybe(z.string()),
    segments: z.optional(z.array(segmentUpdate).check(z.maxLength(20_000))),
    rename: z.optional(
      z.array(z.looseObject({ from: z.string(), to: name, user_id: maybe(id) })).check(z.maxLength(1_000)),
    ),
    draft: maybe(z.union([draftChoice, z.looseObject({})])),
  }),
);
export type TranscriptUpdate = z.infer<typeof transcriptUpdate>;
