import * as z from 'zod/mini';
import { int, maybe, string } from './common.ts';
import { id } from './id.ts';

/** A range of a text: its first character, and the one after its last. */
export const span = z.tuple([int, int]);

/**
 * Where the searched words stand: the part of the object, and a snippet of its text with the ranges of the words in it.
 * A `title` is given whole. `position` is the number of the agenda item, from 1.
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
