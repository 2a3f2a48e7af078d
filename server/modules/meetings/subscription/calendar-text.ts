import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/platform/db/index.ts';
import { addEvent, emptyCalendar } from '../invitations/index.ts';
import { readMeetings } from './repository.ts';

/** Number of meetings read and written at once: with their descriptions they may take megabytes. */
const atOnce = 300;
const end = 'END:VCALENDAR';

/** Yields the calendar of these meetings in parts, giving other work a turn in between. */
export async function* calendarText(db: Db, ids: readonly string[]): AsyncGenerator<string> {
  const empty = emptyCalendar('Протокол').toString();
  yield empty.slice(0, empty.lastIndexOf(end));
  for (let first = 0; first < ids.length; first += atOnce) {
    yield eventsOf(await readMeetings(db, ids.slice(first, first + atOnce)));
    await setImmediate();
  }
  yield empty.slice(empty.lastIndexOf(end));
}

function eventsOf(meetings: Awaited<ReturnType<typeof readMeetings>>): string {
  if (meetings.length === 0) return '';
  const calendar = emptyCalendar('Протокол');
  for (const meeting of meetings) {
    const facts = { meeting, agenda: [], description: meeting.description ?? '' };
    addEvent(calendar, facts, { sequence: meeting.version, stamp: meeting.updatedAt, kind: 'cal-' });
  }
  const text = calendar.toString();
  return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(end));
}
