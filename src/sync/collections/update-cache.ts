import type { Query, QueryClient } from '@tanstack/react-query';
import { readStart } from '../cache/read-start.ts';
import { applyConfirmed } from './apply.ts';
import type { SomeChange } from './change.ts';
import type { Collection, Holding } from './collection.ts';
import { collectionNamed, mutationNamed } from './registry.ts';

/** A mutation that the server took. */
export interface Settled {
  kind: string;
  variables: unknown;
  /** Undefined where the reply was not readable, or came with no page open. */
  reply: unknown;
  /** When the server took it, in epoch milliseconds: data whose fetch began later includes it. */
  sentAt?: number | undefined;
}

/** Brings the cache up to date after the server took a mutation. */
export async function settle(client: QueryClient, { kind, variables, reply, sentAt }: Settled): Promise<void> {
  const mutation = mutationNamed(kind);
  if (!mutation) return;
  if (mutation.updateCache) return mutation.updateCache(client, variables, reply);
  const changes = mutation.changes(variables, reply);
  // Without a reply the id of a new entity is unknown, and whether it existed before: it is refetched instead.
  const isKnown = reply !== undefined || !changes.some((change) => change.kind === 'create');
  if (isKnown) patchCache(client, changes, sentAt);
  await invalidate(client, mutation.invalidates?.(variables) ?? []);
}

/** Refetches the shown queries under these keys; the others are refetched when they are shown. */
export async function invalidate(client: QueryClient, keys: readonly (readonly unknown[])[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * Applies confirmed changes to every cached query that holds their entities. The data keeps the time at which it was
 * read. A new entity is added to lists, not to pages: only the server knows on which page it is.
 * @param sentAt when the server took the changes: data whose fetch began later includes them
 */
export function patchCache(
  client: QueryClient,
  changes: readonly SomeChange[],
  sentAt = Number.POSITIVE_INFINITY,
): void {
  for (const change of changes) {
    const collection = collectionNamed(change.entity);
    if (!collection || change.kind === 'count') continue;
    if (change.kind === 'remove' && typeof change.which === 'string' && collection.keyOf)
      client.removeQueries({ queryKey: collection.keyOf(change.which) });
    for (const query of client.getQueryCache().getAll()) {
      const holding = collection.holding(query.queryKey);
      if (holding && readStart(query) < sentAt) patchQuery(client, query, holding, collection, change);
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the collection of the change, found by its name
type AnyCollection = Collection<any, any>;

function patchQuery(
  client: QueryClient,
  { queryKey, state }: Query,
  holding: Holding,
  collection: AnyCollection,
  change: SomeChange,
): void {
  const patched = patchedData(state.data, holding, collection, change);
  if (patched !== state.data) client.setQueryData(queryKey, patched, { updatedAt: state.dataUpdatedAt });
}

function patchedData(data: unknown, holding: Holding, collection: AnyCollection, change: SomeChange): unknown {
  const { field } = holding;
  if (!isRecord(data)) return data;
  const list = (entities: object[]) => applyConfirmed(collection, entities, change, holding);
  if (Array.isArray(data)) return list(data);
  if (field !== undefined) {
    const value = data[field];
    const changed = Array.isArray(value) ? list(value) : value;
    return changed === value ? data : { ...data, [field]: changed };
  }
  if (Array.isArray(data.rows) && isRecord(data.meta)) {
    const rows = change.kind === 'create' ? data.rows : applyConfirmed(collection, data.rows, change);
    if (rows === data.rows) return data;
    const { total } = data.meta;
    const fewer = typeof total === 'number' ? { total: total - (data.rows.length - rows.length) } : {};
    return { ...data, rows, meta: { ...data.meta, ...fewer } };
  }
  return change.kind === 'update' ? (list([data])[0] ?? data) : data;
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}
