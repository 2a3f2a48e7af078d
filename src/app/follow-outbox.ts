import type { QueryClient } from '@tanstack/react-query';
import { keywordMutations } from '#src/data/keyword/index.ts';
import { meetingMutations } from '#src/data/meeting/index.ts';
import { memberMutations } from '#src/data/member/index.ts';
import { profileMutations } from '#src/data/person/index.ts';
import { protocolMutations, rebaseEdit } from '#src/data/protocol/index.ts';
import { summaryMutations } from '#src/data/summary/index.ts';
import { taskMutations } from '#src/data/task/index.ts';
import { transcriptMutations } from '#src/data/transcript/index.ts';
import {
  askForHelpOnLeaving,
  connectivity,
  handshake,
  type Mutation,
  onSentUnqueued,
  outbox,
  readKept,
  setRebase,
} from '#src/sync/index.ts';

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
  // Whose server it is has to be known before the connection is lost: it says what can be shown and made without one.
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

// The variables of a kind belong to its own writes: who finds a kind by a write's name may hand them over.
// biome-ignore lint/suspicious/noExplicitAny: a kind of any variables
type AnyMutation = Mutation<any>;

/** Every way of writing that goes through the outbox, by the name that its writes are kept under. */
const mutationsByName: ReadonlyMap<string, AnyMutation> = new Map(
  [
    ...keywordMutations,
    ...meetingMutations,
    ...protocolMutations,
    ...taskMutations,
    ...memberMutations,
    ...profileMutations,
    ...transcriptMutations,
    ...summaryMutations,
  ].map((kind) => [kind.name, kind as AnyMutation]),
);
