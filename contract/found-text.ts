import * as z from 'zod/mini';
import { int, maybe, string } from './common.ts';
import { id } from './id.ts';

/** From a sign of a text to the one after the last. */
export const span = z.tuple([int, int]);

/**
 * Where the words stand: the part of the thing, and a snippet of its text with the places of the words in it. A `title`
 * is given whole. `position` is the number of the question, from 1.
 */
export const foundText = z.looseObject({
  in: string,
  text: string,
  marks: z.array(span),
  position: maybe(int),
  agenda_id: maybe(id),
  decision_id: maybe(id),
});
export type FoundText = z.infer<typeof foundText>;
