import type { Meeting } from '#contract/meeting.ts';
import { createProtocol, type NewProtocol } from '#src/data/protocol/index.ts';
import {
  type Laid,
  needsPerson,
  type OutboxRow,
  variablesOf,
  type WriteState,
  withUnsent,
  writeStates,
} from '#src/sync/index.ts';
import { changedMeeting, type ListedDays, withMeeting } from './lists.ts';
import { createMeeting, deleteMeeting, updateMeeting } from './mutations.ts';

type Files = NonNullable<Meeting['files']>;

/**
 * The meetings of these days, or all that are known, as they are once all that is unsent has arrived. One whose deletion
 * was refused is still there. New files have no address yet, and say in `unsent` where the write is that brings them.
 */
export function layMeetings(
  meetings: readonly Meeting[],
  rows: readonly OutboxRow[],
  days?: ListedDays,
): Laid<Meeting>[] {
  let laid: Laid<Meeting>[] = [...meetings];
  const listed = (id: string) => laid.find((each) => each.id === id);
  for (const row of rows) {
    const made = variablesOf(createMeeting, row);
    if (made) {
      const { id, body, files } = made;
      const meeting = listed(id) ?? { ...body, id, files: withFiles([], files, row) };
      laid = withMeeting(laid, withUnsent(meeting, [row]), days);
    }
    const changed = variablesOf(updateMeeting, row);
    if (changed) {
      const base = changedMeeting(listed(row.subject) ?? changed.meeting, changed.change);
      const meeting = { ...base, files: withFiles(base.files ?? [], changed.files, row) };
      laid = withMeeting(laid, withUnsent(meeting, [row]), days);
    }
    const gone = variablesOf(deleteMeeting, row) && listed(row.subject);
    const minutes = needsPerson(row) ? undefined : variablesOf(createProtocol, row);
    if (minutes) laid = laid.map((each) => withProtocol(each, minutes));
    if (gone && needsPerson(row)) laid = withMeeting(laid, withUnsent(gone, [row]), days);
    else if (gone) laid = laid.filter((each) => each !== gone);
  }
  return laid;
}

/** A protocol that is made of a meeting is its protocol from then on. */
function withProtocol(meeting: Laid<Meeting>, { id, fields }: NewProtocol): Laid<Meeting> {
  const isIts = fields.meeting_id === meeting.id && !meeting.protocol_id;
  return isIts ? { ...meeting, protocol_id: id } : meeting;
}

/** What a write remembers of a meeting: nothing that was only laid over it, and no address that runs out. */
export function plainMeeting({ unsent: _unsent, files, ...meeting }: Laid<Meeting>): Meeting {
  return { ...meeting, files: files?.filter((file) => !fileState(file)).map(({ url: _url, ...file }) => file) };
}

/** Where the write is that brings this file; undefined where the server has it. */
export function fileState({ unsent }: Files[number]): WriteState | undefined {
  return writeStates.find((state) => state === unsent);
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
