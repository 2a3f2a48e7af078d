import type { Meeting } from '#contract/meeting.ts';
import { changedMeeting, createMeeting, updateMeeting } from '#src/data/meeting/index.ts';
import { needsPerson, type OutboxRow, variablesOf } from '#src/sync/index.ts';
import type { FilesValue } from '../base/chosen-files.ts';

/** A refused write as its form shows it again. */
export interface RefusedMeeting {
  row: OutboxRow;
  /** With everything that the write says of it. */
  meeting: Meeting;
  files: FilesValue;
  isNew: boolean;
}

/** The write as a form; undefined of one that has none, or that needs nothing of the person. */
export function refusedMeeting(row: OutboxRow | undefined): RefusedMeeting | undefined {
  if (!row || !needsPerson(row)) return undefined;
  const made = variablesOf(createMeeting, row);
  if (made) {
    const { id, body, files } = made;
    return { row, meeting: { ...body, id }, files: { added: files, removedIds: [] }, isNew: true };
  }
  const changed = variablesOf(updateMeeting, row);
  if (!changed) return undefined;
  const { remove_file_ids: removedIds = [], ...change } = changed.change;
  // The files that go stay in the form, where they can be kept after all.
  const meeting = changedMeeting(changed.meeting, change);
  return { row, meeting, files: { added: changed.files, removedIds }, isNew: false };
}

/** The refused write of this meeting, which saving its form resolves. */
export function refusedMutationOf(rows: readonly OutboxRow[], id: string): OutboxRow | undefined {
  return rows.find((row) => row.subject === id && refusedMeeting(row) !== undefined);
}
