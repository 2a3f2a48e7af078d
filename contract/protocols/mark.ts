import * as z from 'zod/mini';
import { maybe, string, text } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/**
 * A moment of a recording that somebody marked, with or without words: `at` in seconds of the recording `recording_id`,
 * which is the id of its upload; `agenda_id` is the agenda item that was being edited.
 */
export const mark = z.looseObject({
  id,
  at: z.number().check(z.gte(0)),
  text: maybe(string),
  agenda_id: maybe(id),
  recording_id: maybe(string),
});
export type Mark = z.infer<typeof mark>;

export const longestMark = 1_000;

/** POST /protocols/{id}/marks: `agenda_id` may name an agenda item that was removed or does not exist yet. */
export const markCreate = z.looseObject({
  id: z.optional(id),
  at: z.number().check(z.gte(0), z.lte(1e9)),
  text: maybe(text(longestMark)),
  agenda_id: maybe(id),
  recording_id: maybe(text(100)),
});

/** PUT /protocols/marks/{markId}: changes its text. */
export const markUpdate = z.looseObject({ text: z.nullable(text(longestMark)) });
