import * as z from 'zod/mini';
import { instant, int, maybe, queryNumber, requiredText, string, text, whenUsed } from './common.ts';
import { evidence, evidenceInput } from './evidence.ts';

export const summarySources = ['extract', 'llm', 'human'] as const;
export type SummarySource = (typeof summarySources)[number];

const source = maybe(z.catch(z.nullable(z.enum(summarySources)), null));

/** What the summary says in a line, and the moment it came from. */
export const summaryPoint = z.looseObject({
  text: z.string(),
  evidence: maybe(z.catch(z.nullable(evidence), null)),
});
export type SummaryPoint = z.infer<typeof summaryPoint>;

const content = { text: maybe(string), points: maybe(z.array(summaryPoint)), source };

/**
 * The summary of a meeting; every point carries the moment it came from. `draft` is what a run made beside what a person
 * has written, `versions` are all that were in force, the newest first.
 */
export const summary = whenUsed(() =>
  z.looseObject({
    ...content,
    version: maybe(int),
    created_at: maybe(instant),
    draft: maybe(z.looseObject({ ...content, created_at: maybe(instant) })),
    versions: maybe(z.array(z.looseObject({ version: z.int(), source, created_at: maybe(instant) }))),
  }),
);
export type Summary = z.infer<typeof summary>;

/** GET /protocols/{id}/summary: an older `version`, else the one in force. */
export const summaryQuery = z.object({ version: z.optional(queryNumber(1, 1_000_000)) });

/**
 * PUT /protocols/{id}/summary: what a person made of it, as a new version. `version` is the one it was made over, 0
 * where there was none; another one in force is answered 409. `draft` puts the newer run away.
 */
export const summaryUpdate = whenUsed(() =>
  z.looseObject({
    version: maybe(int),
    text: text(20_000),
    points: z
      .array(z.looseObject({ text: requiredText(2_000), evidence: maybe(evidenceInput) }))
      .check(z.maxLength(200, { error: 'Не больше 200 пунктов' })),
    draft: z.optional(z.literal('discard')),
  }),
);
export type SummaryUpdate = z.infer<typeof summaryUpdate>;
