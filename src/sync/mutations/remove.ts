import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import type { OpenForm } from '../outbox/forms.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import { isSameEntity, type OutboxRow } from '../store/outbox-row.ts';
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
  if (!(await cancelUnsent(kind, variables))) await mutate(kind, variables, { form });
}

/**
 * Cancels the unsent creation of a thing before its deletion, with all that depends on it. Resolves whether nothing is
 * left to delete. A creation on which another thing depends is sent first, unless the server refused it.
 */
export async function cancelUnsent<V, C extends Call>(kind: Mutation<V, C>, variables: V): Promise<boolean> {
  const deletion = newMutation(kind, variables, kind.prepare(variables));
  const { subject: id } = deletion;
  const own = outbox.list().filter((row) => isSameEntity(row, deletion));
  const made = own.find(({ creates, state }) => creates === id && (state === 'waiting' || state === 'failed'));
  if (made && (made.state === 'failed' || !isNeeded(made.id, id)) && (await outbox.cancel(made.id))) return true;
  await forgetRefusedDeletions(own);
  return false;
}

/** Discards earlier, refused deletions of the thing in favour of the new one. */
async function forgetRefusedDeletions(own: readonly OutboxRow[]): Promise<void> {
  const refused = own.filter(({ request, state }) => request.method === 'DELETE' && state === 'failed');
  for (const row of refused) await outbox.discard(row.id);
}

function isNeeded(creation: string, id: string): boolean {
  return outbox.dependentsOf(creation).some(({ subject }) => subject !== id);
}
