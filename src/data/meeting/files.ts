import type { Meeting } from '#contract/meeting.ts';
import { type MutationState, mutationStates, type Optimistic, type OutboxRow } from '#src/sync/index.ts';

type Files = NonNullable<Meeting['files']>;

/** Files with those that a queued mutation brings: they have no address yet, and say in `unsent` where it is. */
export function withNewFiles(stored: Files, added: readonly File[], row: OutboxRow | undefined): Files {
  if (!row) return stored;
  const fresh = added
    // The server has taken it and what shows it was read again already.
    .filter(
      (file) => row.state !== 'sent' || !stored.some((each) => each.name === file.name && each.size === file.size),
    )
    .map(({ name, size }, index) => ({ id: `${row.id} ${index}`, name, size, unsent: row.state }));
  return [...stored, ...fresh];
}

/** Where the mutation is that brings this file; undefined where the server has it. */
export function fileState({ unsent }: Files[number]): MutationState | undefined {
  return mutationStates.find((state) => state === unsent);
}

/** What a mutation remembers of a meeting: nothing that was only applied to it, and no address that runs out. */
export function plainMeeting({ unsent: _unsent, files, ...meeting }: Optimistic<Meeting>): Meeting {
  return { ...meeting, files: files?.filter((file) => !fileState(file)).map(({ url: _url, ...file }) => file) };
}
