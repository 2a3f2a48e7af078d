import type { QueryClient } from '@tanstack/react-query';
import type { Protocol } from '#contract/protocol.ts';
import { enqueue, type Optimistic, outbox } from '#src/sync/index.ts';
import { applyToProtocol } from './collection.ts';
import type { EditOver } from './edit-over.ts';
import { updateProtocol } from './mutations.ts';
import { protocolQuery } from './queries.ts';

/** The protocol as it is once all that is unsent has arrived; undefined where the device has nothing of it. */
export function currentProtocol(client: QueryClient, asked: string): Optimistic<Protocol> | undefined {
  const id = outbox.currentId(asked);
  return applyToProtocol(client.getQueryData(protocolQuery(id).queryKey), id, outbox.list());
}

/**
 * Keeps an edit of a protocol; it is on the device when this resolves, and goes out by itself. Edits of one question in a
 * row are one mutation as long as it has not left.
 */
export function enqueueEdit({ edit, basedOn }: EditOver): Promise<void> {
  return enqueue(updateProtocol, edit, basedOn);
}
