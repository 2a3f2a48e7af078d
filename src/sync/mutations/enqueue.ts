import type { Call } from '#contract/call.ts';
import type { Mutation } from '../collections/mutation.ts';
import { joinQueued } from '../collections/rewrite.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import { newMutation } from './mutate.ts';
import { sendUnqueued } from './send-unqueued.ts';

/**
 * Keeps a mutation on the device; it goes out by itself, and what the server says of it waits in the queue. Where its
 * description knows how, it becomes one with the last one of its subject that has not left. What the device cannot keep is
 * sent at once (`sendUnqueued`).
 * @param basedOn queued mutations that the person saw in what they changed
 */
export async function enqueue<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  basedOn: readonly string[] = [],
): Promise<void> {
  const own = { ...newMutation(kind, variables, kind.prepare(variables)), basedOn };
  try {
    await outbox.keep(own, joinQueued(kind, variables, basedOn));
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
    await sendUnqueued(kind, own, error.isFull);
  }
}
