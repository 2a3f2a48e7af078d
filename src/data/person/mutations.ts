import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from '#contract/calls.ts';
import type { Me, User, UserUpdate } from '#contract/identity/user.ts';
import { entities } from '#src/data/entities.ts';
import {
  api,
  applyToEntity,
  defineCollection,
  defineMutation,
  type Optimistic,
  type OutboxRow,
  useQueuedMutations,
  variablesOf,
} from '#src/sync/index.ts';
import { refreshPerson } from './queries.ts';
import type { Picture } from './save.ts';

interface ProfileWrite {
  id: string;
  change: UserUpdate;
  picture: Picture;
  /** All known fields of the person, for a provider that may treat the body as the whole person. */
  whole: UserUpdate;
}

/** PUT /users/{id} for the person's own profile; as form data if there is a photo. */
export const updateProfile = defineMutation({
  name: 'profile.update',
  call: calls.updateUser,
  prepare: ({ id, change, picture, whole }: ProfileWrite) => ({
    scope: `profile:${id}`,
    subject: id,
    title: 'Профиль',
    params: { id },
    body: { ...change, ...(picture === 'remove' ? { avatar_url: null } : {}) },
    whole,
    ...(picture instanceof File ? { files: { avatar: picture } } : {}),
  }),
  changes: ({ id, change, picture }) => [
    entities.profile.update(id, (person: OptimisticPerson, { row }) => {
      const changed = { ...person, ...change };
      if (picture === 'remove') return { ...changed, avatar_url: null, photo: undefined };
      return picture instanceof File && row ? { ...changed, photo: { write: row.id, file: picture } } : changed;
    }),
  ],
  updateCache: (client, { id, change }, saved) => refreshPerson(client, { ...change, ...saved, id }),
});

export const profileMutations = [updateProfile] as const;

/** A person with queued profile mutations applied. */
export type OptimisticPerson<T extends User = User> = Optimistic<T> & {
  /** A photo that the server does not have yet, and the id of the mutation that uploads it. */
  photo?: { write: string; file: File } | undefined;
};

export const profileCollection = defineCollection<User>({
  entity: entities.profile,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'me' ? {} : undefined),
  address: () => '/main/settings',
});

/** Returns the person with queued mutations of their own profile applied. */
export function applyToProfile<T extends User>(person: T, rows: readonly OutboxRow[]): OptimisticPerson<T> {
  // Profile mutations keep all fields of the person.
  return (applyToEntity(profileCollection, person, person.id, rows) ?? person) as OptimisticPerson<T>;
}

/** Returns the unsent fields of a profile, the latest value of each. */
export function unsentProfile(rows: readonly OutboxRow[]): UserUpdate {
  return Object.assign({}, ...rows.map((row) => variablesOf(updateProfile, row)?.change));
}

/** The person's own profile, GET /me. */
export function currentUserQuery() {
  return queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api(calls.me, { signal }) });
}

/** The person's own profile with queued mutations applied. */
export function useCurrentUser() {
  const rows = useQueuedMutations();
  const select = useCallback((me: Me) => applyToProfile(me, rows), [rows]);
  return useQuery({ ...currentUserQuery(), select });
}
