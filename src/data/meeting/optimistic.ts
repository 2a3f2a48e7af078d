import type { Meeting } from '#contract/meeting.ts';
import { createProtocol, type NewProtocol } from '#src/data/protocol/index.ts';
import {
  type MutationState,
  mutationStates,
  needsPerson,
  type Optimistic,
  type OutboxRow,
  variablesOf,
  withUnsent,
} from '#src/sync/index.ts';
import { changedMeeting, type ListedDays, withMeeting } from './lists.ts';
import { createMeeting, deleteMeeting, updateMeeting } from './mutations.ts';

type Files = NonNullable<Meeting['files']>;

/**
 * The meetings of these days, or all that are known, as they are once all that is unsent has arrived. One whose deletion
 * was refused is still there. New files have no address yet, and say in `unsent` where the write is that brings them.
 */
export function applyToMeetings(
  meetings: readonly Meeting[],
  rows: readonly OutboxRow[],
  days?: ListedDays,
): Optimistic<Meeting>[] {
  let optimistic: Optimistic<Meeting>[] = [...meetings];
  const listed = (id: string) => optimistic.find((each) => each.id === id);
  for (const row of rows) {
    const made = variablesOf(createMeeting, row);
    if (made) {
      const { id, body, files } = made;
      const meeting = listed(id) ?? { ...body, id, files: withFiles([], files, row) };
      optimistic = withMeeting(optimistic, withUnsent(meeting, [row]), days);
    }
    const changed = variablesOf(updateMeeting, row);
    if (changed) {
      const base = changedMeeting(listed(row.subject) ?? changed.meeting, changed.change);
      const meeting = { ...base, files: withFiles(base.files ?? [], changed.files, row) };
      optimistic = withMeeting(optimistic, withUnsent(meeting, [row]), days);
    }
    const gone = variablesOf(deleteMeeting, row) && listed(row.subject);
    const minutes = needsPerson(row) ? undefined : variablesOf(createProtocol, row);
    if (minutes) optimistic = optimistic.map((each) => withProtocol(each, minutes));
    if (gone && needsPerson(row)) optimistic = withMeeting(optimistic, withUnsent(gone, [row]), days);
    else if (gone) optimistic = optimistic.filter((each) => each !== gone);
  }
  return optimistic;
}

/** A protocol that is made of a meeting is its protocol from then on. */
function withProtocol(meeting: Optimistic<Meeting>, { id, fields }: NewProtocol): Optimistic<Meeting> {
  const isIts = fields.meeting_id === meeting.id && !meeting.protocol_id;
  return isIts ? { ...meeting, protocol_id: id } : meeting;
}

/** What a write remembers of a meeting: nothing that was only applied to it, and no address that runs out. */
export function plainMeeting({ unsent: _unsent, files, ...meeting }: Optimistic<Meeting>): Meeting {
  return { ...meeting, files: files?.filter((file) => !fileState(file)).map(({ url: _url, ...file }) => file) };
}

/** Where the write is that brings this file; undefined where the server has it. */
export function fileState({ unsent }: Files[number]): MutationState | undefined {
  return mutationStates.find((state) => state === unsent);
}

function withFiles(stored: Files, added: readonly File[], row: OutboxRow): Files {
  const fresh = added
    // The server has taken it and what shows it was read again already.
    .filter(
      (file) => row.state !== 'sent' || !stored.some((each) => each.name === file.name && each.size === file.size),
    )
    .map(({ name, size }, index) => ({ id: `${row.id} ${index}`, name, size, unsent: row.state }));
  return [...stored, ...fresh];
}
