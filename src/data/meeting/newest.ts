import type { Meeting } from '#contract/meeting.ts';
import { meetingDays } from './words.ts';

/** The whole days of a list, YYYY-MM-DD, both included, as GET /meetings is asked for them. */
export interface ListedDays {
  start_date_at: string;
  end_date_at: string;
}

/** A list of meetings as it was read. */
interface ReadList {
  meetings: readonly Meeting[];
  /** Undefined where it was asked for without any. */
  days: ListedDays | undefined;
  /** Epoch milliseconds. */
  readAt: number;
}

/** Each meeting as the newest list tells of it. One that a newer list of its days does not have any more is gone. */
export function newestMeetings(lists: readonly ReadList[]): Meeting[] {
  let known: Meeting[] = [];
  for (const { meetings, days } of lists.toSorted((one, other) => one.readAt - other.readAt)) {
    const listed = new Map(meetings.map((meeting) => [meeting.id, meeting]));
    known = [...known.filter((meeting) => !listed.has(meeting.id) && !isAmong(meeting, days)), ...listed.values()];
  }
  return known;
}

/** Whether a list of these days would have it. Its first and its last day may begin at another hour on the server. */
function isAmong(meeting: Meeting, days: ListedDays | undefined): boolean {
  return days !== undefined && meetingDays(meeting).some((day) => day > days.start_date_at && day < days.end_date_at);
}
