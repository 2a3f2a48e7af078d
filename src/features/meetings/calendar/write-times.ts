import type { Meeting } from '#contract/meeting.ts';
import { createMeeting, plainMeeting, updateMeeting } from '#src/data/meeting/index.ts';
import {
  editUnsent,
  mutate,
  type OpenForm,
  type Optimistic,
  type OutboxRow,
  outbox,
  variablesOf,
} from '#src/sync/index.ts';
import { type MeetingTimes, timeFields } from '../base/meeting-times.ts';

/**
 * Writes when a meeting is. A change of it that has not left yet takes the new times in, so that a meeting that is moved
 * about offline is one write. Resolves whether it waits on the device.
 */
export async function writeTimes(meeting: Optimistic<Meeting>, times: MeetingTimes, form: OpenForm): Promise<boolean> {
  const change = timeFields(times);
  const last = outbox.list().findLast(({ subject }) => subject === meeting.id);
  if (last && (await takenIn(last, change))) return true;
  const variables = { meeting: plainMeeting(meeting), change, files: [] };
  const { kept } = await mutate(updateMeeting, variables, { form, basedOn: meeting.unsent?.writes });
  return kept;
}

async function takenIn(row: OutboxRow, times: ReturnType<typeof timeFields>): Promise<boolean> {
  const made = variablesOf(createMeeting, row);
  if (made) return editUnsent(createMeeting, row, { ...made, body: { ...made.body, ...times } });
  const changed = variablesOf(updateMeeting, row);
  return changed ? editUnsent(updateMeeting, row, { ...changed, change: { ...changed.change, ...times } }) : false;
}
