import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import type { OpenForm } from '../outbox/outbox-forms.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import { cancelUnsent } from './cancel-unsent.ts';
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
