import { keywordWrites } from '#src/data/keyword/index.ts';
import { meetingWrites } from '#src/data/meeting/index.ts';
import { memberWrites } from '#src/data/member/index.ts';
import { profileWrites } from '#src/data/person/index.ts';
import { protocolWrites } from '#src/data/protocol/index.ts';
import { summaryWrites } from '#src/data/summary/index.ts';
import { taskWrites } from '#src/data/task/index.ts';
import { transcriptWrites } from '#src/data/transcript/index.ts';
import type { WriteKind } from '#src/sync/index.ts';

// The variables of a kind belong to its own writes: who finds a kind by a write's name may hand them over.
// biome-ignore lint/suspicious/noExplicitAny: a kind of any variables
type AnyKind = WriteKind<any>;

/** Every way of writing that goes through the outbox, by the name that its writes are kept under. */
export const writeKinds: ReadonlyMap<string, AnyKind> = new Map(
  [
    ...keywordWrites,
    ...meetingWrites,
    ...protocolWrites,
    ...taskWrites,
    ...memberWrites,
    ...profileWrites,
    ...transcriptWrites,
    ...summaryWrites,
  ].map((kind) => [kind.name, kind as AnyKind]),
);
