import { calls } from '#contract/calls.ts';
import type { User, UserUpdate } from '#contract/user.ts';
import { defineMutation, type Optimistic, type OutboxRow, variablesOf, withUnsent } from '#src/sync/index.ts';
import { refreshPerson } from './cache.ts';
import type { Picture } from './save.ts';

export interface ProfileWrite {
  id: string;
  change: UserUpdate;
  picture: Picture;
  /** All that is known of the person, for a provider that takes a body for the whole. */
  whole: UserUpdate;
}

/** PUT /users/{id} of the own profile; with a photo as form data. */
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
  onSettled: (client, { id, change }, saved) => refreshPerson(client, { ...change, ...saved, id }),
});

export const profileMutations = [updateProfile] as const;

/** A person with what is unsent of their profile. */
export type OptimisticPerson<T extends User = User> = Optimistic<T> & {
  /** A photo that the server does not have yet, by the write that brings it. */
  photo?: { write: string; file: File } | undefined;
};

/** The person as they are once all that is unsent has arrived: their own profile. */
export function applyToProfile<T extends User>(person: T, rows: readonly OutboxRow[]): OptimisticPerson<T> {
  let optimistic: OptimisticPerson<T> = person;
  for (const row of rows) {
    const written = row.subject === person.id ? variablesOf(updateProfile, row) : undefined;
    if (!written) continue;
    const { change, picture } = written;
    optimistic = { ...withUnsent(optimistic, [row]), ...change };
    if (picture === 'remove') optimistic = { ...optimistic, avatar_url: null, photo: undefined };
    if (picture instanceof File) optimistic = { ...optimistic, photo: { write: row.id, file: picture } };
  }
  return optimistic;
}

/** The fields that are unsent of a profile, the latest of each. */
export function unsentProfile(rows: readonly OutboxRow[]): UserUpdate {
  return Object.assign({}, ...rows.map((row) => variablesOf(updateProfile, row)?.change));
}
