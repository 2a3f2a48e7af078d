import type { Meeting } from '#contract/meetings/meeting.ts';
import { meetingDays } from './words.ts';

/** The days of a list, YYYY-MM-DD, both inclusive, as requested from GET /meetings. */
export interface ListedDays {
  start_date_at: string;
  end_date_at: string;
}

/** A list of meetings in the cache. */
interface ReadList {
  meetings: readonly Meeting[];
  /** Undefined if the list was requested without days. */
  days: ListedDays | undefined;
  /** Epoch milliseconds. */
  readAt: number;
}

/** Returns each meeting from the newest list. A meeting missing from a newer list of its days is left out. */
export function newestMeetings(lists: readonly ReadList[]): Meeting[] {
  let known: Meeting[] = [];
  for (const { meetings, days } of lists.toSorted((one, other) => one.readAt - other.readAt)) {
    const listed = new Map(meetings.map((meeting) => [meeting.id, meeting]));
    known = [...known.filter((meeting) => !listed.has(meeting.id) && !isAmong(meeting, days)), ...listed.values()];
  }
  return known;
}

/**
 * Whether a list of these days would contain the meeting. First and last day are excluded, since days may begin at
 * another hour on the server.
 */
function isAmong(meeting: Meeting, days: ListedDays | undefined): boolean {
  return days !== undefined && meetingDays(meeting).some((day) => day > days.start_date_at && day < days.end_date_at);
}
