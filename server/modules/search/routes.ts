import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { isSingleLetter, searchWords } from '#contract/found-words.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { findHits } from './find-hits.ts';

/** So many hits of each kind are answered where the call names no number. */
const usualLimit = 5;

/** GET /search. Signs alone, and a single letter, find nothing. */
export function registerSearch(app: FastifyInstance, deps: RouteDeps & { clock: () => Date }): void {
  const route = routesOf(app, deps);

  route(calls.search, async ({ db, query, user }) => {
    const { search, limit = usualLimit } = query;
    if (searchWords(search).length === 0 || isSingleLetter(search)) return [];
    return findHits({ db, user, search, limit, now: deps.clock() });
  });
}
