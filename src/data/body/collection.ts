import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Body, maxBodies } from '#contract/bodies/body.ts';
import { calls } from '#contract/calls.ts';
import { entities } from '#src/data/entities.ts';
import { currentOffers, useOffers } from '#src/data/provider/index.ts';
import {
  api,
  applyToList,
  defineCollection,
  type Optimistic,
  outbox,
  useListOrUnsent,
  useSession,
} from '#src/sync/index.ts';

/** One page holds all bodies. */
const all = { limit: maxBodies, page: 1 };

/** All bodies, GET /bodies. */
function bodyListQuery() {
  return queryOptions({
    queryKey: ['bodies'],
    queryFn: async ({ signal }) => (await api(calls.listBodies, { query: all, signal })).rows,
  });
}

/** The agenda items of its last protocol, GET /bodies/{id}/last-agenda; cached on the device like other queries. */
export function lastAgendaQuery(id: string) {
  return queryOptions({
    queryKey: ['last-agenda', id],
    queryFn: ({ signal }) => api(calls.lastAgenda, { params: { id }, signal }),
    retry: false,
  });
}

/** Returns a body from the cache with queued mutations applied. */
export function knownBody(client: QueryClient, id: string): Optimistic<Body> | undefined {
  const read = client.getQueryData(bodyListQuery().queryKey) ?? [];
  return applyToList(bodyCollection, read, outbox.list()).find((body) => body.id === id);
}

/** Like `knownBody`, but asks the server if needed; undefined if the body does not exist or there is no connection. */
export async function findBody(client: QueryClient, id: string): Promise<Body | undefined> {
  const known = knownBody(client, id);
  if (known) return known;
  try {
    if (!(await currentOffers()).bodies) return undefined;
    await client.fetchQuery({ ...bodyListQuery(), retry: false });
  } catch {
    return undefined;
  }
  return knownBody(client, id);
}

export const bodyCollection = defineCollection<Body>({
  entity: entities.body,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'bodies' ? {} : undefined),
  insert(bodies, body) {
    const next = bodies.findIndex((each) => compare(each, body) > 0);
    return next < 0 ? [...bodies, body] : bodies.toSpliced(next, 0, body);
  },
  address: () => '/main/meetings?tab=bodies',
  async candidates(_row, signal) {
    const { rows } = await api(calls.listBodies, { query: all, signal });
    return rows.map((body) => ({ id: body.id, title: bodyTitle(body) }));
  },
});

/**
 * All bodies with queued mutations applied, if the server supports them. `known`: those available, which are only the
 * unsent ones if nothing was ever read.
 */
export function useBodies() {
  const { bodies: isOffered } = useOffers();
  const { role } = useSession();
  // Readers of other people's protocols get the bodies with the protocols.
  const isAsked = isOffered === true && (role === undefined || calls.listBodies.access.some((each) => each === role));
  const { query, unread } = useListOrUnsent(bodyCollection, { ...bodyListQuery(), enabled: isAsked });
  // Cached bodies are shown before it is known whether the server supports bodies.
  const known: readonly Optimistic<Body>[] = isOffered === false ? none : (query.data ?? unread ?? none);
  return { query, unread, known };
}

const none: readonly Optimistic<Body>[] = [];

function compare(one: Body, other: Body): number {
  return bodyTitle(one).localeCompare(bodyTitle(other), 'ru');
}

/** Returns the name of a body, even if the server sends none. */
export function bodyTitle({ id, name }: Pick<Body, 'id' | 'name'>): string {
  return name?.trim() || `Без названия ${id}`;
}
