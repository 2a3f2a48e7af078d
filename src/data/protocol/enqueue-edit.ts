import type { QueryClient } from '@tanstack/react-query';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { enqueue, type Optimistic, outbox } from '#src/sync/index.ts';
import { applyToProtocol } from './collection.ts';
import type { EditOver } from './edits.ts';
import { updateProtocol } from './mutations.ts';
import { protocolQuery } from './queries.ts';

/** Returns the protocol with queued mutations applied; undefined if the device has no data of it. */
export function currentProtocol(client: QueryClient, asked: string): Optimistic<Protocol> | undefined {
  const id = outbox.currentId(asked);
  return applyToProtocol(client.getQueryData(protocolQuery(id).queryKey), id, outbox.list());
}

/**
 * Enqueues an edit of a protocol; it is stored on the device when the promise resolves, and is sent automatically.
 * Consecutive edits of one agenda item are joined as long as the first has not been sent.
 */
export function enqueueEdit({ edit, basedOn }: EditOver): Promise<void> {
  return enqueue(updateProtocol, edit, basedOn);
}
