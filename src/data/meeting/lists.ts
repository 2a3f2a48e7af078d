import type { Meeting } from '#contract/meeting.ts';
import type { MeetingUpdate } from './body.ts';
import { meetingDays } from './words.ts';

/** The whole days of a list, YYYY-MM-DD, both included, as GET /meetings is asked for them. */
export interface ListedDays {
  start_date_at: string;
  end_date_at: string;
}

/** A list with this meeting as it is now: in it where it falls into its days, or out of it. */
export function withMeeting<T extends Meeting>(
  meetings: readonly T[],
  meeting: NoInfer<T>,
  days: ListedDays | undefined,
): T[] {
  const isListed = meetings.some(({ id }) => id === meeting.id);
  const dates = meetingDays(meeting);
  // Where a list has those of which no date is known is its server's own affair.
  const isIn = dates.length === 0 ? isListed : !days || dates.some((day) => isWithin(day, days));
  if (!isListed) return isIn ? [...meetings, meeting] : [...meetings];
  return isIn
    ? meetings.map((each) => (each.id === meeting.id ? meeting : each))
    : meetings.filter(({ id }) => id !== meeting.id);
}

/** The meeting after a change of its fields and the removal of files; new files come with the server's answer. */
export function changedMeeting<T extends Meeting>(meeting: T, { remove_file_ids, ...change }: MeetingUpdate): T {
  const files = remove_file_ids
    ? { files: meeting.files?.filter(({ id }) => !remove_file_ids.includes(id)) }
    : undefined;
  return { ...meeting, ...change, ...files };
}

function isWithin(day: string, { start_date_at, end_date_at }: ListedDays): boolean {
  return day >= start_date_at && day <= end_date_at;
}
