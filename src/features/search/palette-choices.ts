import type { Role } from '#contract/roles.ts';
import { mostHits } from '#contract/search.ts';
import { allOf, type FoundGroup, type FoundHit, hitAddress } from '#src/data/search/index.ts';
import type { SearchState } from './use-search.ts';

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
    const hasMore = isPart && all === undefined && !state.device && group.hits.length < mostHits;
    return [
      ...group.hits.map((hit): Choice => ({ kind: 'hit', group, hit, to: hitAddress(group.kind, hit, role) })),
      ...(all === undefined ? [] : [{ kind: 'all', group, to: all } satisfies Choice]),
      ...(hasMore ? [{ kind: 'more', group } satisfies Choice] : []),
    ];
  });
}
