import type { QueryClient } from '@tanstack/react-query';
import {
  askForHelpOnLeaving,
  followProvider,
  mutationNamed,
  onSentUnqueued,
  outbox,
  readKept,
  settle,
} from '#src/sync/index.ts';
import './registry.ts';

let started = false;

/**
 * Brings what is shown up to date with what the server took, whoever sent it. The outbox itself starts once a visit and goes on by
 * itself: it follows the session, and sends nobody's writes but those of the person who is signed in.
 */
export function followOutbox(client: QueryClient): () => void {
  const ends = [
    followProvider(),
    onSentUnqueued(({ name: kind }, variables, reply) => void settle(client, { kind, variables, reply })),
    outbox.onSent(async ({ kind, variables, sentAt }, answer) => {
      const mutation = mutationNamed(kind);
      const reply = mutation && (await readKept(mutation.call, answer));
      await settle(client, { kind, variables, reply, sentAt });
    }),
  ];
  if (!started) {
    void outbox.start();
    askForHelpOnLeaving(() => outbox.list().some(({ state }) => state === 'waiting'));
  }
  started = true;
  return () => {
    for (const end of ends) end();
  };
}
