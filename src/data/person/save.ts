import { calls } from '#contract/calls.ts';
import type { User, UserUpdate } from '#contract/user.ts';
import { bareOffers, lastOffers, type Offers } from '#src/data/provider/index.ts';
import { api, connectivity, formDataOf, ignoringUnknownReply } from '#src/sync/index.ts';

/** A photo in a form: another one, the one that there is, or none any more. */
export type Picture = File | 'keep' | 'remove';

/**
 * Changes a person by PUT /users/{id}, the own profile too: that call is in the specification, so that it works with
 * every provider. Ours keeps what is not named and is told the changes alone, so that nothing that somebody else changed
 * meanwhile is written back; another may take the body for the whole and gets everything that it sent.
 * Undefined where the server took it and answered in a shape of its own.
 */
export async function savePerson(base: User, change: UserUpdate, picture: Picture): Promise<User | undefined> {
  const body = {
    ...(await restToSend(base, await lastOffers())),
    ...change,
    ...(picture === 'remove' ? { avatar_url: null } : {}),
  };
  const params = { id: base.id };
  if (!(picture instanceof File)) return ignoringUnknownReply(api(calls.updateUser, { params, body }));
  const form = formDataOf(calls.updateUser, body, { avatar: picture });
  return ignoringUnknownReply(api(calls.updateUser, { params, form }));
}

/** What a change has to name beside what it changes: nothing to a server that keeps the rest. */
export async function restToSend(base: User, known?: Offers): Promise<UserUpdate> {
  const { keepsRest } = known ?? (await lastOffers().catch(() => bareOffers));
  return keepsRest ? {} : readWhole(base);
}

/**
 * Everything that the provider tells of a person: now, or what is known where it cannot be reached or it tells of nobody
 * alone.
 */
async function readWhole(base: User): Promise<UserUpdate> {
  const asked = connectivity.isOnline() ? api(calls.getUser, { params: { id: base.id } }) : {};
  const single = await Promise.resolve(asked).catch(() => ({}));
  const { id: _id, ...rest }: User = { ...base, ...single };
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined));
}
