import type { QueryClient } from '@tanstack/react-query';
import { rebaseEdit } from '#src/data/protocol/index.ts';
import {
  askForHelpOnLeaving,
  connectivity,
  handshake,
  onSentUnqueued,
  outbox,
  readKept,
  setRebase,
} from '#src/sync/index.ts';
import { mutationsByName } from './mutation-registry.ts';

let started = false;

/**
 * Lays what the server took into what is shown, whoever sent it. The outbox itself starts once a visit and goes on by
 * itself: it follows the session, and sends nobody's writes but those of the person who is signed in.
 */
export function followOutbox(client: QueryClient): () => void {
  const ends = [
    onSentUnqueued((kind, variables, reply) => void kind.onSettled(client, variables, reply)),
    outbox.onSent(async ({ kind: name, variables }, reply) => {
      const kind = mutationsByName.get(name);
      if (kind) await kind.onSettled(client, variables, await readKept(kind.call, reply));
    }),
  ];
  // Whose server it is has to be known before the line is lost: it says what can be shown and made without one.
  const ask = () => void (connectivity.isOnline() && handshake());
  ask();
  ends.push(connectivity.subscribe(ask));
  if (!started) {
    setRebase(rebaseEdit);
    void outbox.start();
    askForHelpOnLeaving(() => outbox.list().some(({ state }) => state === 'waiting'));
  }
  started = true;
  return () => {
    for (const end of ends) end();
  };
}
