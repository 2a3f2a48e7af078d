import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { isSingleLetter, searchWords } from '#contract/text/found-words.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { findHits } from './find-hits.ts';

/** Number of hits of each kind if the call names none. */
const usualLimit = 5;

/** Registers GET /search. Punctuation alone, or a single letter, finds nothing. */
export function registerSearch(app: FastifyInstance, deps: RouteDeps & { clock: () => Date }): void {
  const route = routesOf(app, deps);

  route(calls.search, async ({ db, query, user }) => {
    const { search, limit = usualLimit } = query;
    if (searchWords(search).length === 0 || isSingleLetter(search)) return [];
    return findHits({ db, user, search, limit, now: deps.clock() });
  });
}
