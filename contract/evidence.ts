import * as z from 'zod/mini';
import { maybe, text } from './common.ts';

/**
 * The moment of the recording behind a decision, a task or a point of the summary; times in seconds. What was noted while a
 * recording ran names it, by the id of its upload: it is no moment of another video. So does a moment of a further recording of
 * the protocol; one that names none is of the first.
 */
export const evidence = z.looseObject({
  start: z.number().check(z.gte(0)),
  end: maybe(z.number().check(z.gte(0))),
  quote: maybe(z.string()),
  speaker: maybe(z.string()),
  recording_id: maybe(z.string()),
});
export type Evidence = z.infer<typeof evidence>;

/** A moment as it is written: a version of what it stands in is kept for good. */
export const evidenceInput = z.object({
  ...evidence.shape,
  quote: maybe(text(2_000)),
  speaker: maybe(text(300)),
  recording_id: maybe(text(200)),
});

/** The moment alone, without what was said at it. */
export function plainEvidence({ start, end, recording_id }: Evidence): Evidence {
  return { start, end, recording_id };
}
