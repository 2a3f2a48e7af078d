import * as z from 'zod/mini';
import { maybe } from './common.ts';
import { evidence } from './evidence.ts';

export const summarySources = ['extract', 'llm', 'human'] as const;

/** The summary of a meeting; every point carries the moment it came from. */
export const summary = z.looseObject({
  text: maybe(z.string()),
  points: maybe(z.array(z.looseObject({ text: z.string(), evidence: maybe(z.catch(z.nullable(evidence), null)) }))),
  source: maybe(z.catch(z.nullable(z.enum(summarySources)), null)),
  version: maybe(z.int()),
});
export type Summary = z.infer<typeof summary>;
