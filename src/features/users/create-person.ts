import { calls } from '#contract/calls.ts';
import type { User, UserCreate } from '#contract/user.ts';
import { api } from '#src/lib/api.ts';
import { ApiError } from '#src/lib/api-errors.ts';
import { formDataOf } from '#src/lib/form-data.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { type Picture, savePerson } from '#src/lib/save-person.ts';
import { written } from '#src/lib/written.ts';
import type { PersonForm } from './person-form.ts';

/**
 * Adds a person, POST /users. `id` stays the same for every try of a form: an earlier one whose answer was lost is found
 * by it, changed to what the form says now, and nobody is added twice. Undefined where the answer has a shape of its own.
 */
export async function createPerson(id: string, form: PersonForm, picture: Picture): Promise<User | undefined> {
  const ours = await isOurs();
  const body = bodyOf(form);
  try {
    return await written(send({ ...(ours ? { id } : {}), ...body }, picture));
  } catch (error) {
    if (!ours || !(error instanceof ApiError) || !isTaken(error)) throw error;
    const added = await api(calls.getUser, { params: { id } }).catch(() => undefined);
    if (!added) throw error;
    return savePerson(added, body, picture);
  }
}

function send(body: UserCreate, picture: Picture): Promise<User> {
  if (!(picture instanceof File)) return api(calls.createUser, { body });
  return api(calls.createUser, { form: formDataOf(calls.createUser, body, { avatar: picture }) });
}

/** What is empty is not sent: a provider may take an empty text for a wrong one. */
function bodyOf({ manager, name, email, role, ...rest }: PersonForm): UserCreate {
  const managerId = role === 'secretary' ? manager[0]?.id : undefined;
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { name, email, role, ...filled, ...(managerId ? { manager_id: managerId } : {}) };
}

function isTaken({ code, fields }: ApiError): boolean {
  return code === 'id_taken' || fields.email !== undefined;
}
