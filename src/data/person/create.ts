import { calls } from '#contract/calls.ts';
import type { User, UserCreate } from '#contract/user.ts';
import { lastOffers } from '#src/data/provider/index.ts';
import { ApiError, api, formDataOf, ignoringUnknownReply } from '#src/sync/index.ts';
import { type Picture, savePerson } from './save.ts';

/**
 * Adds a person, POST /users. `id` stays the same for every try of a form: an earlier one whose answer was lost is found
 * by it, changed to what the form says now, and nobody is added twice. Undefined where the answer has a shape of its own.
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
