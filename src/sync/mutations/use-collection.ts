import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Page } from '#contract/envelope.ts';
import { applyToEntity, applyToList, applyToPage } from '../collections/apply.ts';
import type { Optimistic } from '../collections/change.ts';
import type { Collection, Place } from '../collections/collection.ts';
import type { OpenForm } from '../outbox/forms.ts';
import { outbox } from '../page/outbox.ts';
import type { OutboxRow } from '../store/outbox-row.ts';

type Options<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key>;

/**
 * A page with queued mutations applied; made of them alone where no page could be read. The page that stands in while
 * another one comes is shown as it was.
 */
export function useOptimisticPage<T extends object, F, Key extends QueryKey>(
  collection: Collection<T, F>,
  options: Options<Page<T>, Key>,
  { page = 1, filter }: { page?: number | undefined; filter?: F | undefined } = {},
): UseQueryResult<Page<Optimistic<T>>> {
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const rows = useQueuedMutations();
  const { data, dataUpdatedAt: readAt, isPlaceholderData } = query;
  const isShownAsRead = isPlaceholderData || (!data && !isStuck(query));
  const key = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter with the same content is the same filter
  const optimistic = useMemo(
    () => (isShownAsRead ? data : applyToPage(collection, data, rows, { page, readAt, filter })),
    [collection, data, rows, page, key, readAt, isShownAsRead],
  );
  return withData(query, optimistic);
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
 * A list with queued mutations applied. `unread` are the unsent entities where nothing was ever read and nothing can be
 * now: without a connection they are all that there is.
 * @param place the same object while it means the same
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

/** Whether a list is made of what is unsent alone: nothing of it was ever read, so that it is not the whole. */
export function isUnsentAlone(list: UseQueryResult<Page<unknown>>): boolean {
  return list.data !== undefined && !list.isPlaceholderData && list.dataUpdatedAt === 0;
}

/** A query under other data. Who shows it looks at the data first: offline there may be some all the same. */
export function withData<Read, Shown>(query: UseQueryResult<Read>, data: Shown | undefined): UseQueryResult<Shown> {
  return { ...query, data } as unknown as UseQueryResult<Shown>;
}

/** Whether nothing will come for now. */
function isStuck({ isError, fetchStatus }: Pick<UseQueryResult, 'isError' | 'fetchStatus'>): boolean {
  return isError || fetchStatus === 'paused';
}

/** The person's mutations that the server does not have yet, and those whose result is being read, in their order. */
export function useQueuedMutations(): readonly OutboxRow[] {
  return useSyncExternalStore(outbox.subscribe, outbox.list);
}

/**
 * What `select` makes of those mutations: who shows it is drawn anew only where it is not the same as before. A selection
 * that depends on more than the mutations is a new function when that changes.
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

/** Whether what an earlier visit left unsent is known by now. */
export function useQueueKnown(): boolean {
  return useSyncExternalStore(outbox.subscribe, outbox.isFirstReadOver);
}

/** The form that this component shows, as the outbox knows it: refusals come back to it until it is gone. */
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
