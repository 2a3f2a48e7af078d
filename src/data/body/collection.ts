import { queryOptions } from '@tanstack/react-query';
import { type Body, mostBodies } from '#contract/body.ts';
import { calls } from '#contract/calls.ts';
import { entities } from '#src/data/entities.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api, defineCollection, type Optimistic, useListOrUnsent } from '#src/sync/index.ts';
import { bodyTitle } from './words.ts';

/** All of them, GET /bodies: there are never more than a page has. */
function bodyListQuery() {
  const query = { limit: mostBodies, page: 1 };
  return queryOptions({
    queryKey: ['bodies'],
    queryFn: async ({ signal }) => (await api(calls.listBodies, { query, signal })).rows,
  });
}

export const bodyCollection = defineCollection<Body>({
  entity: entities.body,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'bodies' ? {} : undefined),
  insert(all, body) {
    const next = all.findIndex((each) => compare(each, body) > 0);
    return next < 0 ? [...all, body] : [...all.slice(0, next), body, ...all.slice(next)];
  },
  address: () => '/main/meetings?tab=bodies',
  async candidates(_row, signal) {
    const { rows } = await api(calls.listBodies, { query: { limit: mostBodies, page: 1 }, signal });
    return rows.map((body) => ({ id: body.id, title: bodyTitle(body) }));
  },
});

/**
 * All bodies with queued mutations applied, where the server keeps any. `known`: what there is of them, the unsent ones
 * alone where nothing was ever read.
 */
export function useBodies() {
  const { bodies: isOffered = false } = useOffers();
  const { query, unread } = useListOrUnsent(bodyCollection, { ...bodyListQuery(), enabled: isOffered });
  const known: readonly Optimistic<Body>[] = isOffered ? (query.data ?? unread ?? none) : none;
  return { query, unread, known, isOffered };
}

const none: readonly Optimistic<Body>[] = [];

function compare(one: Body, other: Body): number {
  return bodyTitle(one).localeCompare(bodyTitle(other), 'ru');
}
