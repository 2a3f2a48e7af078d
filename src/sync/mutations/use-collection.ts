import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Page } from '#contract/envelope.ts';
import { readStart } from '../cache/read-start.ts';
import { applyToEntity, applyToList, applyToPage } from '../collections/apply.ts';
import type { Optimistic } from '../collections/change.ts';
import type { Collection, Place } from '../collections/collection.ts';
import type { OpenForm } from '../outbox/forms.ts';
import { outbox } from '../page/outbox.ts';
import type { OutboxRow } from '../store/outbox-row.ts';

type Options<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key>;

/**
 * Returns a page with queued mutations applied, or made from them alone where no page could be read. The placeholder
 * page that is shown while another one is loading stays as it was.
 */
export function useOptimisticPage<T extends object, F, Key extends QueryKey>(
  collection: Collection<T, F>,
  options: Options<Page<T>, Key>,
  { page = 1, filter }: { page?: number | undefined; filter?: F | undefined } = {},
): UseQueryResult<Page<Optimistic<T>>> {
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const rows = useQueuedMutations();
  const { data, isPlaceholderData } = query;
  const readAt = useReadStart(options.queryKey);
  const isShownAsRead = isPlaceholderData || (!data && !isStuck(query));
  const key = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter with the same content is the same filter
  const optimistic = useMemo(
    () => (isShownAsRead ? data : applyToPage(collection, data, rows, { page, readAt, filter })),
    [collection, data, rows, page, key, readAt, isShownAsRead],
  );
  return withData(query, optimistic);
}

/** When the fetch of a query's data began, in epoch milliseconds; 0 where nothing was read. */
export function useReadStart(queryKey: QueryKey): number {
  return readStart(useQueryClient().getQueryCache().get(hashKey(queryKey)));
}

/** A list with queued mutations applied. */
export function useOptimisticList<T extends object, F, Key extends QueryKey>(
  collection: Collection<T, F>,
  options: Options<T[], Key>,
  parent?: string,
): UseQueryResult<Optimistic<T>[]> {
  const query = useQuery(options);
  const { data } = query;
  const apply = useCallback(
    (rows: readonly OutboxRow[]) => data && applyToList(collection, data, rows, { parent }),
    [collection, data, parent],
  );
  return withData(query, useFromQueue(apply, isSameList));
}

/**
 * Returns a list with queued mutations applied. `unread` are the unsent entities where the list was never read and
 * cannot be read now: without a connection there are no others.
 * @param place must be the same object while it means the same
 */
export function useListOrUnsent<T extends object, F, Key extends QueryKey>(
  collection: Collection<T, F>,
  options: UseQueryOptions<T[], Error, Optimistic<T>[], Key>,
  place?: Place<F>,
) {
  const rows = useQueuedMutations();
  const select = useCallback((list: T[]) => applyToList(collection, list, rows, place), [collection, rows, place]);
  const query = useQuery({ ...options, select });
  const isOutOfReach = query.data === undefined && isStuck(query);
  const alone = useMemo(
    () => (isOutOfReach ? applyToList(collection, [], rows, place) : []),
    [isOutOfReach, collection, rows, place],
  );
  return { query, unread: alone.length > 0 ? alone : undefined };
}

/** One entity with queued mutations applied. */
export function useOptimisticEntity<T extends object, F, Key extends QueryKey>(
  collection: Collection<T, F>,
  options: Options<T, Key>,
  id: string,
): UseQueryResult<Optimistic<T>> {
  const query = useQuery(options);
  const rows = useQueuedMutations();
  const { data } = query;
  const optimistic = useMemo(() => data && applyToEntity(collection, data, id, rows), [collection, data, id, rows]);
  return withData(query, optimistic);
}

/** Whether a list consists of unsent entities alone: it was never read, so it is not complete. */
export function isUnsentAlone(list: UseQueryResult<Page<unknown>>): boolean {
  return list.data !== undefined && !list.isPlaceholderData && list.dataUpdatedAt === 0;
}

/** Returns a query with other data. A screen checks the data first: offline there may be some despite an error. */
export function withData<Read, Shown>(query: UseQueryResult<Read>, data: Shown | undefined): UseQueryResult<Shown> {
  return { ...query, data } as unknown as UseQueryResult<Shown>;
}

/** Whether the query will not deliver data for now. */
function isStuck({ isError, fetchStatus }: Pick<UseQueryResult, 'isError' | 'fetchStatus'>): boolean {
  return isError || fetchStatus === 'paused';
}

/** The person's mutations that the server does not have yet, and those whose result is being read, in their order. */
export function useQueuedMutations(): readonly OutboxRow[] {
  return useSyncExternalStore(outbox.subscribe, outbox.list);
}

/**
 * Returns the selection that `select` makes of those mutations; the component renders again only when it changes. A
 * selection that depends on anything else is a new function when that changes.
 */
export function useFromQueue<T>(
  select: (rows: readonly OutboxRow[]) => T,
  isSame: (one: T, other: T) => boolean = Object.is,
): T {
  const last = useRef<{ rows: readonly OutboxRow[]; select: typeof select; value: T }>(undefined);
  return useSyncExternalStore(outbox.subscribe, () => {
    const rows = outbox.list();
    const before = last.current;
    if (before?.rows === rows && before.select === select) return before.value;
    const made = select(rows);
    const value = before && isSame(before.value, made) ? before.value : made;
    last.current = { rows, select, value };
    return value;
  });
}

/** Whether two lists hold the very same things. */
export function isSameList<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): boolean {
  if (one === other) return true;
  return one?.length === other?.length && (one?.every((each, index) => each === other?.[index]) ?? false);
}

/** Whether the unsent mutations of earlier visits have been read. */
export function useQueueKnown(): boolean {
  return useSyncExternalStore(outbox.subscribe, outbox.isFirstReadOver);
}

/** Returns the form of this component for the outbox: refusals return to it until it is unmounted. */
export function useOpenForm(): OpenForm {
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return useMemo(() => ({ isOpen: () => open.current }), []);
}
