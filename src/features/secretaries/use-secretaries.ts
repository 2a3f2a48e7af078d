import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { User } from '#contract/identity/user.ts';
import { matchPeople } from '#src/data/person/index.ts';
import { api, useSession } from '#src/sync/index.ts';
import type { Secretary } from './list/figures.ts';
import { byName, inOrder } from './list/secretary-order.ts';
import { managerStatisticsQuery } from './period/period-queries.ts';
import type { SecretariesPlace } from './secretaries-address.ts';

/**
 * Returns the manager's totals and secretaries, from one answer, or from the list of people where the statistics name
 * nobody; `found` are those that match, in the order of the place. `isDown` when nothing at all can be shown; `list`
 * then has the reason. `isComing` while the chosen secretary may still be among them.
 */
export function useSecretaries({ id, search, order }: SecretariesPlace) {
  const { userId } = useSession();
  const totals = useQuery(managerStatisticsQuery());
  const named = totals.data?.by_secretary;
  const isMissing = !named && (totals.isError || totals.data !== undefined);
  const people = useQuery({ ...secretaryListQuery(), enabled: isMissing });
  const others = people.data?.filter((person) => person.id !== userId);
  const secretaries: Secretary[] | undefined = named ?? others;
  const list: UseQueryResult = isMissing ? people : totals;
  const isDown = !secretaries && (totals.isError || list.fetchStatus === 'paused');
  const matching = secretaries && search ? matchPeople(secretaries, search) : secretaries;
  // Search results already have an order: names that begin with the text come first.
  const isMatched = search !== undefined && order.key === byName.key && !order.isTurned;
  const found = matching && (isMatched ? matching : inOrder(matching, order));
  const chosen = secretaries?.find((person) => person.id === id);
  const isComing = id !== undefined && list.isLoading;
  return { totals, found, all: secretaries?.length, chosen, isComing, list, isDown };
}

const pageRows = 100;
const maxPages = 10;

/**
 * The manager's secretaries from GET /users, for a provider whose statistics name none; people without a role may be
 * secretaries.
 */
function secretaryListQuery() {
  return queryOptions({
    queryKey: ['secretaries'],
    queryFn: async ({ signal }) => {
      const found: User[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const { rows, meta } = await api(calls.listUsers, { query: { limit: pageRows, page }, signal });
        found.push(...rows.filter(({ role }) => !role || role === 'secretary'));
        if (!meta.has_next || rows.length === 0) break;
      }
      return found;
    },
  });
}
