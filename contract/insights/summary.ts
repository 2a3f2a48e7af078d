import * as z from 'zod/mini';
import { instant, int, maybe, queryNumber, requiredText, string, text, whenUsed } from '#contract/common.ts';
import { evidence, evidenceInput } from '#contract/evidence.ts';

export const summarySources = ['extract', 'llm', 'human'] as const;

const source = maybe(z.catch(z.nullable(z.enum(summarySources)), null));

/** One point of the summary, and the moment it came from. */
export const summaryPoint = z.looseObject({
  text: z.string(),
  evidence: maybe(z.catch(z.nullable(evidence), null)),
});
export type SummaryPoint = z.infer<typeof summaryPoint>;

const content = { text: maybe(string), points: maybe(z.array(summaryPoint)), source };

/**
 * The summary of a meeting; every point carries the moment it came from. `draft` is the result of a later run when a
 * person has edited the summary, `versions` are all that were in force, newest first.
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

/** GET /protocols/{id}/summary: a given `version`, or the one in force. */
export const summaryQuery = z.object({ version: z.optional(queryNumber(1, 1_000_000)) });

/**
 * PUT /protocols/{id}/summary: saves an edited summary as a new version. `version` is the one that was edited, 0 if
 * there was none; if another one is in force, the answer is 409. `draft` discards the result of the newer run.
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
