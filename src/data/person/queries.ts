import { keepPreviousData, type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Page } from '#contract/envelope.ts';
import type { Me, User } from '#contract/identity/user.ts';
import type { Role } from '#contract/role-names.ts';
import { api, invalidate, type OutboxRow } from '#src/sync/index.ts';
import { personName } from './words.ts';

const offered = 20;

/**
 * The people to choose from, GET /users; what is no longer asked for is cancelled by its signal.
 * @param role whose people alone are asked for, of a server that knows this
 */
export function peopleQuery(text: string, role?: Role) {
  const search = text.trim().slice(0, 200);
  const query = { limit: offered, page: 1, ...(search ? { search } : {}), ...(role ? { role } : {}) };
  return queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => api(calls.listUsers, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One person, GET /users/{id}. */
export function personQuery(id: string) {
  return queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => api(calls.getUser, { params: { id }, signal }),
  });
}

/** Returns all people in the cache, each once. */
export function cachedPeople(client: QueryClient): User[] {
  const lists = client.getQueriesData<Page<User>>({ queryKey: ['users'] }).flatMap(([, page]) => page?.rows ?? []);
  const single = client.getQueriesData<User>({ queryKey: ['user'] }).flatMap(([, person]) => person ?? []);
  return [...new Map([...lists, ...single].map((person) => [person.id, person])).values()];
}

/**
 * The names of people by their ids: from the cache, else requested one by one. An id that is missing from the map is
 * still unknown.
 */
export function usePeopleNames(ids: readonly (string | null | undefined)[]): Map<string, string> {
  return new Map([...usePeople(ids).people].map(([id, person]) => [id, personName(person)] as const));
}

/**
 * The known people of these ids: from cached lists, else requested one by one; `isReading` while requests are running.
 */
export function usePeople(ids: readonly (string | null | undefined)[]): {
  people: Map<string, User>;
  isReading: boolean;
} {
  const client = useQueryClient();
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  const cached = new Map(cachedPeople(client).map((person) => [person.id, person]));
  const answers = useQueries({
    queries: wanted.map((id) => ({ ...personQuery(id), enabled: !cached.has(id), retry: false })),
  });
  const people = new Map(
    wanted.flatMap((id, index) => {
      const person = cached.get(id) ?? answers[index]?.data;
      return person ? [[id, person] as const] : [];
    }),
  );
  return { people, isReading: answers.some(({ isLoading }) => isLoading) };
}

/** Puts the changes of a person into the own profile, if it is theirs, and invalidates the queries that show them. */
export async function refreshPerson(client: QueryClient, person: Partial<User> & Pick<User, 'id'>): Promise<void> {
  const { id, role: _role, ...rest } = person;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  client.setQueryData<Me>(['me'], (me) => (me?.id === id ? { ...me, ...known } : me));
  await invalidate(client, [['users'], ['user', id], ['me'], ['secretaries'], ['manager-statistics']]);
}

/** A chosen person with the displayed name, so that the name is known offline too. */
export interface NamedPerson {
  id: string;
  name: string;
}

/** Returns the names of the people in unsent mutations, by id. */
export function namesIn(rows: readonly OutboxRow[]): Map<string, string> {
  const people = rows.flatMap(({ variables }) => peopleOf(variables));
  return new Map(people.map(({ id, name }) => [id, name]));
}

function peopleOf(variables: unknown): NamedPerson[] {
  if (typeof variables !== 'object' || variables === null || !('people' in variables)) return [];
  // Every mutation stores its people under this name.
  return variables.people as NamedPerson[];
}
