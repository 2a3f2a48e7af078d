import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { User } from '#contract/user.ts';
import { api } from '#src/sync/index.ts';

const pageRows = 100;
const mostPages = 10;

/** The manager's secretaries of GET /users, for a provider whose statistics name none; who tells no role may be one. */
export function secretaryListQuery() {
  return queryOptions({
    queryKey: ['secretaries'],
    queryFn: async ({ signal }) => {
      const found: User[] = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const { rows, meta } = await api(calls.listUsers, { query: { limit: pageRows, page }, signal });
        found.push(...rows.filter(({ role }) => !role || role === 'secretary'));
        if (!meta.has_next || rows.length === 0) break;
      }
      return found;
    },
  });
}
