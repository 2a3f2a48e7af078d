import type { Query, QueryClient } from '@tanstack/react-query';
import { withChange } from './apply.ts';
import type { SomeChange } from './change.ts';
import type { Collection, Holding } from './collection.ts';
import { collectionNamed, mutationNamed } from './registry.ts';

/** Brings the cache up to date after the server took the mutation with this name; `reply` is undefined where it said nothing readable. */
export async function settle(client: QueryClient, name: string, variables: unknown, reply: unknown): Promise<void> {
  const mutation = mutationNamed(name);
  if (!mutation) return;
  if (mutation.settle) return mutation.settle(client, variables, reply);
  patchCache(client, mutation.changes(variables, reply));
  await invalidate(client, mutation.invalidates?.(variables) ?? []);
}

/** Reads again all that stands under these keys and is shown; what is not shown is read when it is. */
export async function invalidate(client: QueryClient, keys: readonly (readonly unknown[])[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * Applies changes that the server has to every cached query that holds their entities. What was read keeps the time at
 * which it was read. A new entity enters lists, not pages: only the server knows on which page it is.
 */
export function patchCache(client: QueryClient, changes: readonly SomeChange[]): void {
  for (const change of changes) {
    const collection = collectionNamed(change.entity);
    if (!collection || change.kind === 'count') continue;
    if (change.kind === 'remove' && typeof change.which === 'string' && collection.keyOf)
      client.removeQueries({ queryKey: collection.keyOf(change.which) });
    for (const query of client.getQueryCache().getAll()) {
      const holding = collection.holding(query.queryKey);
      if (holding) patchQuery(client, query, holding, collection, change);
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
  const list = (entities: object[]) => withChange(collection, entities, change, undefined, holding);
  if (Array.isArray(data)) return list(data);
  if (field !== undefined) {
    const held = data[field];
    const changed = Array.isArray(held) ? list(held) : held;
    return changed === held ? data : { ...data, [field]: changed };
  }
  if (Array.isArray(data.rows) && isRecord(data.meta)) {
    const rows = change.kind === 'create' ? data.rows : list(data.rows);
    if (rows === data.rows) return data;
    const { total } = data.meta;
    const fewer = typeof total === 'number' ? { total: total - (data.rows.length - rows.length) } : {};
    return { ...data, rows, meta: { ...data.meta, ...fewer } };
  }
  return list([data])[0] ?? data;
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}
