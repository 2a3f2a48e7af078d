import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Me, User } from '#contract/user.ts';
import { api } from '../api.ts';

/** The own profile, GET /me. */
export function currentUserQuery() {
  return queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api(calls.me, { signal }) });
}

/** Lays what is known of a changed person into the own profile, where it is theirs, and reads again what shows them. */
export async function refreshPerson(client: QueryClient, person: Partial<User> & Pick<User, 'id'>): Promise<void> {
  const { id, role: _role, ...rest } = person;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  client.setQueryData<Me>(['me'], (me) => (me?.id === id ? { ...me, ...known } : me));
  const stale = [['users'], ['user', id], ['me'], ['secretaries'], ['manager-statistics']];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
