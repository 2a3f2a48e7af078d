import * as z from 'zod/mini';
import { instant, int, maybe, string, text, whenUsed } from './common.ts';
import { id } from './id.ts';

/** Where the words come from: a subtitle track of the recording, a file that a person attached, speech recognition. */
export const transcriptSources = ['track', 'file', 'service'] as const;
export type TranscriptSource = (typeof transcriptSources)[number];

/** One line of what was said; `start` and `end` are seconds of the recording. */
export const transcriptSegment = z.looseObject({
  id: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: maybe(string),
  keywords: maybe(z.array(z.string())),
  /** The user that corrected it; nobody where it is as it was recognised. */
  edited_by: maybe(id),
});
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

/** A voice: the name that stands in the segments, and the user behind it. */
export const speaker = z.looseObject({ name: z.string(), user_id: maybe(id) });
export type Speaker = z.infer<typeof speaker>;

/** What a new run made beside a transcript that a person has corrected. */
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

/** The transcript of another recording than the first. */
const partTranscript = z.looseObject({ ...transcriptOfOne.shape, recording_id: z.string() });
export type PartTranscript = z.infer<typeof partTranscript>;

/**
 * GET /protocols/{id}/transcript: in the order of time; without segments where nothing is transcribed. It is that of the first
 * recording; those of its other recordings are `parts`, in their order.
 */
export const transcript = whenUsed(() =>
  z.looseObject({ ...transcriptOfOne.shape, parts: maybe(z.array(partTranscript)) }),
);
export type Transcript = z.infer<typeof transcript>;

const lineText = text(10_000);
const name = text(200);

/**
 * A corrected line, by its id. `before` is what stood there when it was corrected: where something else does by now, the
 * whole request is answered 409 with its lines as they are. Without it, and without the `version` of the transcript, the
 * later one wins.
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
 * PUT /protocols/{id}/transcript: only what changes. `rename` gives a voice its name in every line of it, and is answered
 * 409 where there are no lines of it any more, nor of that name; `draft` takes the newer run in or puts it away. A stale `version` is answered 409: a client that sends the transcript back as it has read
 * it writes over nothing that it has not seen; the draft that it read says nothing.
 */
export const transcriptUpdate = whenUsed(() =>
  z.looseObject({
    version: z.optional(z.int()),
    /** Which transcript is meant: of the first recording unless it is named. */
    recording_id: maybe(z.string()),
    segments: z.optional(z.array(segmentUpdate).check(z.maxLength(20_000))),
    rename: z.optional(
      z.array(z.looseObject({ from: z.string(), to: name, user_id: maybe(id) })).check(z.maxLength(1_000)),
    ),
    draft: maybe(z.union([draftChoice, z.looseObject({})])),
  }),
);
export type TranscriptUpdate = z.infer<typeof transcriptUpdate>;
