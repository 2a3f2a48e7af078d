import * as z from 'zod/mini';
import { deviceDrafts } from '../editing/device-drafts.ts';

const words = { text: z.string(), speaker: z.nullable(z.string()) };

/** What is typed in a line and not saved. */
const draft = z.object({
  id: z.string(),
  savedAt: z.string(),
  ...words,
  /** What stood there when the correction began. */
  before: z.object(words),
});

export const lineDrafts = deviceDrafts('line-draft', draft);
