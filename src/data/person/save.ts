import { calls } from '#contract/calls.ts';
import type { User, UserCreate, UserUpdate } from '#contract/identity/user.ts';
import { bareOffers, lastOffers, type Offers } from '#src/data/provider/index.ts';
import { ApiError, api, connectivity, formDataOf, ignoringUnknownReply } from '#src/sync/index.ts';

/** A photo in a form: a new one, the existing one, or none. */
export type Picture = File | 'keep' | 'remove';

/**
 * Changes a person, also the person's own profile, by PUT /users/{id}, which is in the specification and so works with
 * every provider. Our server keeps omitted fields and gets only the changes, so that concurrent changes by others are
 * not overwritten; another may treat the body as the whole person and gets all known fields. Returns undefined if the
 * server accepted it and the answer has an unknown shape.
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

/** Returns the fields to send besides the changed ones: none to a server that keeps omitted fields. */
export async function restToSend(base: User, known?: Offers): Promise<UserUpdate> {
  const { keepsRest } = known ?? (await lastOffers().catch(() => bareOffers));
  return keepsRest ? {} : readWhole(base);
}

/**
 * Returns all fields of a person from the provider, or those already known if it cannot be reached or has no call for a
 * single person.
 */
async function readWhole(base: User): Promise<UserUpdate> {
  const asked = connectivity.isOnline() ? api(calls.getUser, { params: { id: base.id } }) : {};
  const single = await Promise.resolve(asked).catch(() => ({}));
  const { id: _id, ...rest }: User = { ...base, ...single };
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Creates a person, POST /users. `id` stays the same for every attempt of a form: if the answer to an earlier attempt
 * was lost, that person is found by the id and updated to the current form, so that nobody is added twice. Returns
 * undefined if the answer has an unknown shape.
 */
export async function createPerson(id: string, body: UserCreate, picture: Picture = 'keep'): Promise<User | undefined> {
  const { ownIds } = await lastOffers();
  try {
    return await ignoringUnknownReply(send({ ...(ownIds ? { id } : {}), ...body }, picture));
  } catch (error) {
    if (!ownIds || !(error instanceof ApiError) || !isTaken(error)) throw error;
    const added = await api(calls.getUser, { params: { id } }).catch(() => undefined);
    if (!added) throw error;
    return savePerson(added, body, picture);
  }
}

function send(body: UserCreate, picture: Picture): Promise<User> {
  if (!(picture instanceof File)) return api(calls.createUser, { body });
  return api(calls.createUser, { form: formDataOf(calls.createUser, body, { avatar: picture }) });
}

function isTaken({ code, fields }: ApiError): boolean {
  return code === 'id_taken' || fields.email !== undefined;
}
