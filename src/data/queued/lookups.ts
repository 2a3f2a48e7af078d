import { queryOptions } from '@tanstack/react-query';
import { type Candidate, collectionOf, mutationNamed, type OutboxRow, sentField } from '#src/sync/index.ts';

/**
 * Returns the address of the screen where a queued mutation is edited or a conflict is resolved; `?write=` is its id.
 */
export function mutationAddress(row: Pick<OutboxRow, 'id' | 'kind' | 'scope' | 'state'>): string | undefined {
  const path = collectionOf(row)?.address?.(row);
  return path === undefined ? undefined : `${path}${path.includes('?') ? '&' : '?'}write=${encodeURIComponent(row.id)}`;
}

/** Returns what a deletion removed, in words for the undo bar; undefined if it is undone in another way. */
export function removedWords({ kind, variables }: Pick<OutboxRow, 'kind' | 'variables'>) {
  return mutationNamed(kind)?.removed?.(variables);
}

/** Candidates on the server that a mutation may have created: always refetched, never cached. */
export function candidatesQuery(row: OutboxRow) {
  return queryOptions({
    queryKey: ['candidates', row.id],
    queryFn: ({ signal }) => collectionOf(row)?.candidates?.(row, signal) ?? [],
    gcTime: 0,
    staleTime: 0,
  });
}

/** Returns the candidate with the name sent by the mutation; undefined if there is none, or several. */
export function likelyCandidate(row: OutboxRow, candidates: readonly Candidate[]): Candidate | undefined {
  const name = sentField(row, 'title') ?? sentField(row, 'name');
  const same = candidates.filter(({ title }) => title === name);
  return same.length === 1 ? same[0] : undefined;
}
