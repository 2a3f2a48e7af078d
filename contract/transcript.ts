import * as z from 'zod/mini';
import { maybe, text } from './common.ts';
import { evidence } from './evidence.ts';
import { id } from './id.ts';

/** One line of a transcript; times in seconds from the start of the recording. */
export const transcriptSegment = z.looseObject({
  id,
  start: z.number().check(z.gte(0)),
  end: z.number().check(z.gte(0)),
  text: text(10_000),
  speaker: maybe(text(300)),
  keywords: maybe(z.array(z.string())),
  edited_by: maybe(id),
});
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

export const transcriptUpdate = z.looseObject({ segments: z.array(transcriptSegment).check(z.maxLength(100_000)) });

export const summarySources = ['extract', 'llm', 'human'] as const;

/** The summary of a meeting; every point carries the moment it came from. */
export const summary = z.looseObject({
  text: maybe(z.string()),
  points: maybe(z.array(z.looseObject({ text: z.string(), evidence: maybe(z.catch(z.nullable(evidence), null)) }))),
  source: maybe(z.catch(z.nullable(z.enum(summarySources)), null)),
  version: maybe(z.int()),
});
export type Summary = z.infer<typeof summary>;

export const summaryUpdate = z.looseObject({
  text: text(100_000),
  points: z.optional(
    z.array(z.looseObject({ text: text(10_000), evidence: maybe(evidence) })).check(z.maxLength(1_000)),
  ),
  version: z.optional(z.int()),
});
