import * as z from 'zod/mini';
import { maybe, text } from './common.ts';

/**
 * The moment of the recording behind a decision, a task or a point of the summary; times in seconds. `recording_id` is
 * the id of the recording's upload. It is set for what was noted while a recording ran, so that the moment never
 * applies to another video, and for a moment of a further recording of the protocol; without it the moment is of the
 * first recording.
 */
export const evidence = z.looseObject({
  start: z.number().check(z.gte(0)),
  end: maybe(z.number().check(z.gte(0))),
  quote: maybe(z.string()),
  speaker: maybe(z.string()),
  recording_id: maybe(z.string()),
});
export type Evidence = z.infer<typeof evidence>;

/** A moment for writing, with limited lengths: versions of what contains it are kept forever. */
export const evidenceInput = z.object({
  ...evidence.shape,
  quote: maybe(text(2_000)),
  speaker: maybe(text(300)),
  recording_id: maybe(text(200)),
});

/** Returns the moment without its quote and speaker. */
export function plainEvidence({ start, end, recording_id }: Evidence): Evidence {
  return { start, end, recording_id };
}
