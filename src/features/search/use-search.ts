import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Role } from '#contract/roles.ts';
import { maxHits } from '#contract/search/search.ts';
import { isSingleLetter, searchWords } from '#contract/text/found-words.ts';
import { useOffers } from '#src/data/provider/index.ts';
import {
  allOf,
  type FoundGroup,
  type FoundHit,
  findOnDevice,
  findUnsent,
  hitAddress,
  inRussianLayout,
  searchQuery,
  withUnsent,
} from '#src/data/search/index.ts';
import { ApiError, useOfflineReason, useQueuedMutations } from '#src/sync/index.ts';

/** No network, a failing server, a server without a search, or one that refused. */
type DeviceReason = 'network' | 'server' | 'bare' | 'refused';

export type SearchState =
  /** Nothing, or too little, has been typed. */
  | { kind: 'none'; isShort: boolean }
  | { kind: 'searching' }
  | {
      kind: 'found';
      /** The searched text; it differs from the typed one where the keyboard was in the wrong layout. */
      search: string;
      groups: readonly FoundGroup[];
      /** Why only the device was searched; undefined otherwise. */
      device: DeviceReason | undefined;
    };

/**
 * Searches on the server and in unsent mutations; without the server, in what the device has.
 * @param isWhole whether more than the first hits of each kind are wanted
 */
export function useSearch(typed: string, isWhole: boolean): SearchState {
  const search = typed.trim();
  const isEmpty = searchWords(search).length === 0 || isSingleLetter(search);
  const { search: canSearch } = useOffers();
  const offline = useOfflineReason();
  const isRemote = canSearch === true && offline === undefined;
  const first = useRemote(search, isWhole, isRemote && !isEmpty);
  const other = inRussianLayout(search);
  const unsent = useUnsent(isRemote && !isEmpty ? search : '');
  const unsentOther = useUnsent(isRemote && !isEmpty ? (other ?? '') : '');
  const isOtherWanted = isRemote && other !== undefined && first.data?.length === 0 && unsent.length === 0;
  const second = useRemote(other ?? '', isWhole, isOtherWanted);
  const device = offline ?? (canSearch === false ? 'bare' : whyFailed(first.error));
  const own = useOnDevice(device && !isEmpty ? search : undefined, other);

  if (isEmpty) return { kind: 'none', isShort: isSingleLetter(search) };
  if (device) return { kind: 'found', ...own, device };
  if (!first.data || (isOtherWanted && second.isPending)) return { kind: 'searching' };
  if (isOtherWanted && other) {
    const groups = withUnsent(second.data ?? [], unsentOther);
    if (groups.length > 0) return { kind: 'found', search: other, groups, device };
  }
  return { kind: 'found', search, groups: withUnsent(first.data, unsent), device };
}

function whyFailed(error: Error | null): DeviceReason | undefined {
  if (error === null) return undefined;
  return error instanceof ApiError && error.status < 500 ? 'refused' : 'server';
}

function useRemote(search: string, isWhole: boolean, enabled: boolean) {
  return useQuery({ ...searchQuery(search, isWhole), enabled });
}

function useUnsent(search: string): readonly FoundGroup[] {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  return useMemo(() => findUnsent(client, rows, search), [client, rows, search]);
}

function useOnDevice(search: string | undefined, other: string | undefined) {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  return useMemo(() => {
    if (search === undefined) return { search: '', groups: [] };
    const groups = findOnDevice(client, rows, search);
    if (groups.length > 0 || other === undefined) return { search, groups };
    const switched = findOnDevice(client, rows, other);
    return switched.length > 0 ? { search: other, groups: switched } : { search, groups };
  }, [client, rows, search, other]);
}

/**
 * What the arrows lead to: a hit, the whole list of a kind, or more hits where there is no such list, or a recent
 * search.
 */
export type Choice =
  | { kind: 'hit'; group: FoundGroup; hit: FoundHit; to: string }
  | { kind: 'all'; group: FoundGroup; to: string }
  | { kind: 'more'; group: FoundGroup }
  | { kind: 'recent'; words: string };

/** Returns everything that can be opened, in the order in which it is shown. */
export function choicesOf(state: SearchState, role: Role): Choice[] {
  if (state.kind !== 'found') return [];
  return state.groups.flatMap((group): Choice[] => {
    const isPart = group.total > group.hits.length;
    const all = isPart ? allOf(group.kind, state.search, role) : undefined;
    // The device has already shown all its hits.
    const hasMore = isPart && all === undefined && !state.device && group.hits.length < maxHits;
    return [
      ...group.hits.map((hit): Choice => ({ kind: 'hit', group, hit, to: hitAddress(group.kind, hit, role) })),
      ...(all === undefined ? [] : [{ kind: 'all', group, to: all } satisfies Choice]),
      ...(hasMore ? [{ kind: 'more', group } satisfies Choice] : []),
    ];
  });
}
