import { keywordMutations } from '#src/data/keyword/index.ts';
import { meetingMutations } from '#src/data/meeting/index.ts';
import { memberMutations } from '#src/data/member/index.ts';
import { profileMutations } from '#src/data/person/index.ts';
import { protocolMutations } from '#src/data/protocol/index.ts';
import { summaryMutations } from '#src/data/summary/index.ts';
import { taskMutations } from '#src/data/task/index.ts';
import { transcriptMutations } from '#src/data/transcript/index.ts';
import type { Mutation } from '#src/sync/index.ts';

// The variables of a kind belong to its own writes: who finds a kind by a write's name may hand them over.
// biome-ignore lint/suspicious/noExplicitAny: a kind of any variables
type AnyMutation = Mutation<any>;

/** Every way of writing that goes through the outbox, by the name that its writes are kept under. */
export const mutationsByName: ReadonlyMap<string, AnyMutation> = new Map(
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
