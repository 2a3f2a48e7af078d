import type { Call } from '#contract/call.ts';
import type { Join } from '../outbox/outbox-join.ts';
import { outbox } from '../page/outbox.ts';
import { NotKeptError } from '../store/not-kept-error.ts';
import { newWrite } from './mutate.ts';
import type { WriteKind } from './mutation.ts';
import { sendUnkept } from './send-unqueued.ts';

/**
 * Keeps a write on the device; it goes out by itself, and what the server says of it waits in the queue. What the device
 * cannot keep is sent at once (`sendUnkept`).
 * @param laid unsent writes that were laid into what the person changed
 * @param join makes one write of it and of the last one of its scope, where that has not left
 */
export async function keepWrite<V, C extends Call>(
  kind: WriteKind<V, C>,
  variables: V,
  laid: readonly string[] = [],
  join: Join = () => undefined,
): Promise<void> {
  const own = { ...newWrite(kind, variables, kind.prepare(variables)), laid };
  try {
    await outbox.keep(own, join);
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
    await sendUnkept(kind, own, error.isFull);
  }
}
