import type { QueryClient } from '@tanstack/react-query';
import type { Meeting } from '#contract/meeting.ts';
import type { ListedDays } from './lists.ts';

/** Changes every list that was read, by its own days. One that stays as it is keeps the time at which it was read. */
export function patchMeetings(
  client: QueryClient,
  change: (meetings: Meeting[], days: ListedDays | undefined) => Meeting[],
): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['meetings'] })) {
    const days = queryKey[1] as ListedDays | undefined;
    client.setQueryData<Meeting[]>(queryKey, (list) => {
      const changed = Array.isArray(list) ? change(list, days) : undefined;
      return changed && isOther(changed, list ?? []) ? changed : undefined;
    });
  }
}

function isOther(one: readonly Meeting[], other: readonly Meeting[]): boolean {
  return one.length !== other.length || one.some((meeting, index) => meeting !== other[index]);
}

/** Reads again what shows meetings: their lists, the figures, the protocols that were made of them. */
export async function refetchMeetings(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['meetings'] }),
    client.invalidateQueries({ queryKey: ['statistics'] }),
    client.invalidateQueries({ queryKey: ['protocol'] }),
  ]);
}
