import type { Call } from '#contract/call.ts';
import { type Mutation, requestOf } from '../collections/mutation.ts';
import { DecidedError, DeviceError } from '../http/api-errors.ts';
import { outbox } from '../page/outbox.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import { StorageFullError } from '../store/store.ts';
import { throwUnreadable } from './mutate.ts';

/**
 * Sends a refused mutation in another form: what the person made of it. It is on the device when this resolves. Throws
 * ApiError where a file of it cannot be read, DeviceError where it could not be kept there, DecidedError where another
 * tab has sent or discarded it.
 */
export async function resolveMutation<V, C extends Call>(
  kind: Mutation<V, C>,
  { id }: Pick<OutboxRow, 'id'>,
  variables: V,
): Promise<void> {
  const prepared = kind.prepare(variables);
  const { title, addedIds } = prepared;
  const request = requestOf(kind, prepared);
  await throwUnreadable(request);
  const isKept = await onDevice(outbox.resolveMutation(id, { variables, request, title, brings: addedIds }));
  if (!isKept) throw new DecidedError('sent or discarded elsewhere');
}

/**
 * Makes something else of a mutation that has not left yet, so that several changes in a row are one. Resolves false where
 * it may have left: then the change is a mutation of its own. Throws DeviceError where it could not be kept.
 */
export async function editUnsent<V, C extends Call>(
  kind: Mutation<V, C>,
  { id }: Pick<OutboxRow, 'id'>,
  variables: V,
): Promise<boolean> {
  const prepared = kind.prepare(variables);
  const { title, addedIds } = prepared;
  return onDevice(outbox.editUnsent(id, { variables, request: requestOf(kind, prepared), title, brings: addedIds }));
}

/** What the queue on the device is to do; throws DeviceError where the device could not, and then all is as it was. */
export function onDevice<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new DeviceError(cause instanceof StorageFullError, { cause });
  });
}
