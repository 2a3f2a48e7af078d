import { keywordWrites } from './keyword-writes.ts';
import { meetingWrites } from './meeting-writes.ts';
import { memberWrites } from './member-writes.ts';
import { profileWrites } from './profile-writes.ts';
import { protocolWrites } from './protocol-writes.ts';
import { summaryWrites } from './summary-writes.ts';
import { taskWrites } from './task-writes.ts';
import { transcriptWrites } from './transcript-writes.ts';
import type { WriteKind } from './write-kind.ts';

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
