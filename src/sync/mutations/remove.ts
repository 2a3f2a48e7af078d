import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import type { OpenForm } from '../outbox/forms.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import { mutate, newMutation } from './mutate.ts';

/**
 * Deletes what can be brought back for a while (`undo.ts`): only then it is sent, and what never left this device is not
 * sent at all. Resolves false where the device can keep nothing: there is no way back then, and the person is asked first.
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

/** Deletes for good, on a device that can keep nothing. Throws ApiError when the server refuses it, or has no connection. */
export async function removeForGood<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  form: OpenForm,
): Promise<void> {
  if (!(await cancelUnsent(kind.prepare(variables).subject))) await mutate(kind, variables, { form });
}

/**
 * Before a thing is deleted: all of it goes where the server never had it. Resolves whether nothing is left to delete.
 * What something else was made from goes to the server first, unless it was refused there.
 */
export async function cancelUnsent(id: string): Promise<boolean> {
  const own = outbox.list().filter(({ subject }) => subject === id);
  const made = own.find(({ creates, state }) => creates === id && (state === 'waiting' || state === 'failed'));
  if (made && (made.state === 'failed' || !isNeeded(made.id, id)) && (await outbox.cancel(made.id))) return true;
  await forgetRefusedDeletion(id);
  return false;
}

/** A deletion that was refused before makes room for the one that is asked for now. */
async function forgetRefusedDeletion(id: string): Promise<void> {
  const refused = outbox.list().filter((row) => row.subject === id && row.request.method === 'DELETE');
  for (const row of refused) if (row.state === 'failed') await outbox.discard(row.id);
}

function isNeeded(creation: string, id: string): boolean {
  return outbox.dependentsOf(creation).some(({ subject }) => subject !== id);
}
