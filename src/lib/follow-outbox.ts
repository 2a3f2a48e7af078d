import type { QueryClient } from '@tanstack/react-query';
import { askForHelpOnLeaving } from './ask-for-help.ts';
import { outbox } from './outbox.ts';
import { writeKinds } from './writes/kinds.ts';
import { readKept } from './writes/write.ts';

let started = false;

/**
 * Lays what the server took into what is shown, whoever sent it. The outbox itself starts once a visit and goes on by
 * itself: it follows the session, and sends nobody's writes but those of the person who is signed in.
 */
export function followOutbox(client: QueryClient): () => void {
  const unsubscribe = outbox.onSent(async ({ kind: name, variables }, reply) => {
    const kind = writeKinds.get(name);
    if (kind) await kind.taken(client, variables, await readKept(kind.call, reply));
  });
  if (!started) {
    void outbox.start();
    askForHelpOnLeaving(() => outbox.list().some(({ state }) => state === 'waiting'));
  }
  started = true;
  return unsubscribe;
}
