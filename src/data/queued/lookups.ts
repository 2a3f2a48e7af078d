import { queryOptions } from '@tanstack/react-query';
import { type Candidate, collectionOf, mutationNamed, type OutboxRow, sentField } from '#src/sync/index.ts';

/** The address of the screen where a queued mutation is edited, or a conflict decided; `?write=` names it there. */
export function mutationAddress(row: Pick<OutboxRow, 'id' | 'kind' | 'scope' | 'state'>): string | undefined {
  const path = collectionOf(row)?.address?.(row);
  return path === undefined ? undefined : `${path}${path.includes('?') ? '&' : '?'}write=${encodeURIComponent(row.id)}`;
}

/** What a deletion removed, in the words of the bar that undoes it; undefined of what is undone in another way. */
export function removedWords({ kind, variables }: Pick<OutboxRow, 'kind' | 'variables'>) {
  return mutationNamed(kind)?.removed?.(variables);
}

/** What the server has that a mutation may have created: always read anew, and never kept. */
export function candidatesQuery(row: OutboxRow) {
  return queryOptions({
    queryKey: ['candidates', row.id],
    queryFn: ({ signal }) => collectionOf(row)?.candidates?.(row, signal) ?? [],
    gcTime: 0,
    staleTime: 0,
  });
}

/** The candidate with the name that the mutation gave; undefined where there is none, or several. */
export function likelyCandidate(row: OutboxRow, candidates: readonly Candidate[]): Candidate | undefined {
  const name = sentField(row, 'title') ?? sentField(row, 'name');
  const same = candidates.filter(({ title }) => title === name);
  return same.length === 1 ? same[0] : undefined;
}
