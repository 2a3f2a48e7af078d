import type { Call } from '#contract/call.ts';
import type { Join } from '../outbox/outbox-join.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import { newMutation } from './mutate.ts';
import type { Mutation } from './mutation.ts';
import { sendUnqueued } from './send-unqueued.ts';

/**
 * Keeps a write on the device; it goes out by itself, and what the server says of it waits in the queue. What the device
 * cannot keep is sent at once (`sendUnqueued`).
 * @param basedOn queued mutations that the person saw in what they changed
 * @param join makes one write of it and of the last one of its scope, where that has not left
 */
export async function enqueue<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  basedOn: readonly string[] = [],
  join: Join = () => undefined,
): Promise<void> {
  const own = { ...newMutation(kind, variables, kind.prepare(variables)), basedOn };
  try {
    await outbox.keep(own, join);
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
    await sendUnqueued(kind, own, error.isFull);
  }
}
