import * as z from 'zod/mini';
import { maybe, paging } from './common.ts';
import { id } from './id.ts';

export const searchQuery = z.object({ ...paging.shape, search: z.string().check(z.minLength(1), z.maxLength(200)) });

/** One hit of GET /search: where it stands, and the moment of the recording in seconds where it was spoken. */
export const searchResult = z.looseObject({
  kind: z.enum(['protocol', 'agenda', 'task', 'transcript']),
  id,
  protocol_id: id,
  title: maybe(z.string()),
  excerpt: maybe(z.string()),
  start: maybe(z.number()),
});
