import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { User } from '#contract/user.ts';
import { useSession } from '#src/lib/use-session.ts';
import { managerStatisticsQuery } from './manager-statistics-query.ts';
import { secretaryListQuery } from './secretary-list-query.ts';

/** A secretary with what is known of their figures. */
export type Secretary = User & {
  meetings?: number | null | undefined;
  protocols?: number | null | undefined;
  tasks?: number | null | undefined;
  overdue_tasks?: number | null | undefined;
};

/**
 * The manager's totals and secretaries: in one answer, or from the list of people where the statistics name nobody.
 * `isDown` when nothing at all can be shown; `list` then says why.
 */
export function useSecretaries() {
  const { userId } = useSession();
  const totals = useQuery(managerStatisticsQuery());
  const named = totals.data?.by_secretary;
  const isMissing = !named && (totals.isError || totals.data !== undefined);
  const people = useQuery({ ...secretaryListQuery(), enabled: isMissing });
  const others = people.data?.filter(({ id }) => id !== userId);
  const secretaries: Secretary[] | undefined = named ?? others;
  const list: UseQueryResult = isMissing ? people : totals;
  const isDown = !secretaries && (totals.isError || list.fetchStatus === 'paused');
  return { totals, secretaries, list, isDown };
}
