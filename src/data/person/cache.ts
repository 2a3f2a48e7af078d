import type { QueryClient } from '@tanstack/react-query';
import type { Me, User } from '#contract/user.ts';
import { invalidate } from '#src/sync/index.ts';

/** Lays what is known of a changed person into the own profile, where it is theirs, and reads again what shows them. */
export async function refreshPerson(client: QueryClient, person: Partial<User> & Pick<User, 'id'>): Promise<void> {
  const { id, role: _role, ...rest } = person;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  client.setQueryData<Me>(['me'], (me) => (me?.id === id ? { ...me, ...known } : me));
  await invalidate(client, [['users'], ['user', id], ['me'], ['secretaries'], ['manager-statistics']]);
}
