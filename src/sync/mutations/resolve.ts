import type { Call } from '#contract/call.ts';
import { type Mutation, requestOf } from '../collections/mutation.ts';
import { DecidedError, DeviceError } from '../http/api-errors.ts';
import { outbox } from '../page/outbox.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import { StorageFullError } from '../store/store.ts';
import { throwUnreadable } from './mutate.ts';

/**
 * Sends a refused mutation again in the form that the person gave it. It is on the device when this resolves. Throws
 * ApiError where one of its files cannot be read, DeviceError where it could not be kept, DecidedError where another
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
 * Replaces the variables of a mutation that has not been sent yet, so that several changes in a row are one. Resolves
 * false where it may have been sent: then the change is a mutation of its own. Throws DeviceError where it could not be
 * kept.
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

/** Passes on a change of the queue on the device; throws DeviceError where it failed and nothing was changed. */
export function onDevice<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new DeviceError(cause instanceof StorageFullError, { cause });
  });
}
