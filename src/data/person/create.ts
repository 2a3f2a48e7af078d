import { calls } from '#contract/calls.ts';
import type { User, UserCreate } from '#contract/user.ts';
import { lastOffers } from '#src/data/provider/index.ts';
import { ApiError, api, formDataOf, ignoringUnknownReply } from '#src/sync/index.ts';
import { type Picture, savePerson } from './save.ts';

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
