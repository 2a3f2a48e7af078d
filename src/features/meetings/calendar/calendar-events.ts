import type { EventInput } from '@fullcalendar/react';
import type { Meeting } from '#contract/meeting.ts';
import { meetingTitle } from '#src/data/meeting/index.ts';
import { listedName, readDate } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';

const shortest = 60 * 60_000;

/** The meetings that have a place in time, as the calendar takes them. */
export function calendarEvents(meetings: readonly Optimistic<Meeting>[]): EventInput[] {
  return meetings.flatMap((meeting) => {
    const { id, start_at, end_at, unsent } = meeting;
    const start = readDate(start_at);
    if (!start) return [];
    const end = readDate(end_at);
    const isDay = start_at?.length === 10;
    return {
      id,
      title: listedName(meetingTitle(meeting)),
      start,
      end: end && end > start ? end : new Date(start.getTime() + shortest),
      allDay: isDay,
      editable: !isDay,
      extendedProps: { unsent },
    };
  });
}
