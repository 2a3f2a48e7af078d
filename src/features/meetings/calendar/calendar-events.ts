import type { EventInput } from '@fullcalendar/react';
import type { Meeting } from '#contract/meeting.ts';
import { meetingDays, meetingTitle } from '#src/data/meeting/index.ts';
import { listedName, readDate } from '#src/format/index.ts';
import type { Optimistic, Unsent } from '#src/sync/index.ts';
import type { MeetingFacts } from '../facts/use-meeting-facts.ts';

/** Facts of a meeting that the calendar shows besides its times and title. */
export interface DrawnMeeting extends MeetingFacts {
  unsent: Unsent | undefined;
  /** Whether it belongs to a series. */
  repeats: boolean;
  /** Number of meetings that share its day, and in a month the space of that day; 0 where it lasts several days. */
  beside: number;
}

const shortest = 60 * 60_000;

/** Returns the meetings that have a date, as events of the calendar. */
export function calendarEvents(
  meetings: readonly Optimistic<Meeting>[],
  facts: (meeting: Meeting) => MeetingFacts,
): EventInput[] {
  const counts = Map.groupBy(meetings.flatMap(meetingDays), (day) => day);
  return meetings.flatMap((meeting) => {
    const { id, start_at, end_at, unsent } = meeting;
    const start = readDate(start_at);
    if (!start) return [];
    const end = readDate(end_at);
    const isDay = start_at?.length === 10;
    const [day = '', ...others] = meetingDays(meeting);
    const beside = others.length > 0 ? 0 : (counts.get(day)?.length ?? 1);
    const drawn: DrawnMeeting = { ...facts(meeting), unsent, beside, repeats: Boolean(meeting.series) };
    return {
      id,
      title: listedName(meetingTitle(meeting)),
      start,
      end: end && end > start ? end : new Date(start.getTime() + shortest),
      allDay: isDay,
      editable: !isDay,
      extendedProps: drawn,
    };
  });
}
