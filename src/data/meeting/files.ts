import type { Meeting } from '#contract/meetings/meeting.ts';
import { type MutationState, mutationStates, type Optimistic, type OutboxRow } from '#src/sync/index.ts';

type Files = NonNullable<Meeting['files']>;

/**
 * Returns the files with those of a queued mutation: these have no address yet, and `unsent` is the mutation's state.
 */
export function withNewFiles(stored: Files, added: readonly File[], row: OutboxRow | undefined): Files {
  if (!row) return stored;
  const fresh = added
    // The server has the file, and the query was already read again.
    .filter(
      (file) => row.state !== 'sent' || !stored.some((each) => each.name === file.name && each.size === file.size),
    )
    .map(({ name, size }, index) => ({ id: `${row.id} ${index}`, name, size, unsent: row.state }));
  return [...stored, ...fresh];
}

/** Returns the state of the mutation that uploads this file; undefined if the server has the file. */
export function fileState({ unsent }: Files[number]): MutationState | undefined {
  return mutationStates.find((state) => state === unsent);
}

/** Returns a meeting for the variables of a mutation, without unsent marks, unsent files and short-lived addresses. */
export function plainMeeting({ unsent: _unsent, files, ...meeting }: Optimistic<Meeting>): Meeting {
  return { ...meeting, files: files?.filter((file) => !fileState(file)).map(({ url: _url, ...file }) => file) };
}
