import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import type { OpenForm } from '../outbox/forms.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import { mutate, newMutation } from './mutate.ts';

/**
 * Deletes a thing so that it can be restored for a while (`undo.ts`); only then is the deletion sent. A thing that
 * never left this device is deleted without a request. Resolves false where the device can keep nothing: then there is
 * no undo, and the person is asked first.
 */
export async function remove<V, C extends Call>(kind: Mutation<V, C>, variables: V): Promise<boolean> {
  try {
    await outbox.remove(newMutation(kind, variables, kind.prepare(variables)));
    return true;
  } catch (error) {
    if (error instanceof NotKeptError) return false;
    throw error;
  }
}

/**
 * Deletes for good, on a device that can keep nothing. Throws ApiError when the server refuses it or is not reached.
 */
export async function removeForGood<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  form: OpenForm,
): Promise<void> {
  if (!(await cancelUnsent(kind.prepare(variables).subject))) await mutate(kind, variables, { form });
}

/**
 * Cancels the unsent creation of a thing before its deletion, with all that depends on it. Resolves whether nothing is
 * left to delete. A creation on which another thing depends is sent first, unless the server refused it.
 */
export async function cancelUnsent(id: string): Promise<boolean> {
  const own = outbox.list().filter(({ subject }) => subject === id);
  const made = own.find(({ creates, state }) => creates === id && (state === 'waiting' || state === 'failed'));
  if (made && (made.state === 'failed' || !isNeeded(made.id, id)) && (await outbox.cancel(made.id))) return true;
  await forgetRefusedDeletion(id);
  return false;
}

/** Discards an earlier, refused deletion of the thing in favour of the new one. */
async function forgetRefusedDeletion(id: string): Promise<void> {
  const refused = outbox.list().filter((row) => row.subject === id && row.request.method === 'DELETE');
  for (const row of refused) if (row.state === 'failed') await outbox.discard(row.id);
}

function isNeeded(creation: string, id: string): boolean {
  return outbox.dependentsOf(creation).some(({ subject }) => subject !== id);
}
