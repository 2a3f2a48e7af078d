import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { MeetingAnswer } from '#contract/invitation.ts';
import type { StoredCalendar } from '#server/platform/db/index.ts';
import type { MeetingFacts } from './meeting-facts.ts';
import { titleWords } from './meeting-words.ts';

type EventMeeting = Pick<MeetingFacts['meeting'], 'id' | 'title' | 'place' | 'link' | 'startAt' | 'endAt'>;
type Invited = { name: string; email: string; answer: MeetingAnswer | null };

const statuses: Record<MeetingAnswer, ICalAttendeeStatus> = {
  yes: ICalAttendeeStatus.ACCEPTED,
  no: ICalAttendeeStatus.DECLINED,
  deputy: ICalAttendeeStatus.DELEGATED,
};

/**
 * Returns the iCalendar file of a mail (RFC 5546): for one person only, so that nobody sees the addresses of others.
 * Times are in UTC, which every calendar shows in its own time zone.
 */
export function calendarOf(
  facts: MeetingFacts,
  method: StoredCalendar['method'],
  invited: Invited,
  { sequence, stamp, link }: { sequence: number; stamp: Date; link?: string },
): StoredCalendar {
  const calendar = emptyCalendar();
  calendar.method(ICalCalendarMethod[method]);
  const event = addEvent(calendar, facts, { sequence, stamp, more: link && `Ответить на приглашение: ${link}` });
  event.status(method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED);
  event.organizer({ name: facts.organizer.name, email: facts.organizer.email });
  event.createAttendee({
    name: invited.name,
    email: invited.email,
    role: ICalAttendeeRole.REQ,
    status: invited.answer ? statuses[invited.answer] : ICalAttendeeStatus.NEEDSACTION,
    // Answers are given by the link: a reply from a calendar would reach the organizer's mailbox but not the list.
    rsvp: false,
  });
  return { method, content: calendar.toString() };
}

export function emptyCalendar(name?: string): ICalCalendar {
  const calendar = ical({ prodId: { company: 'Протокол', product: 'Встречи', language: 'RU' } });
  return name === undefined ? calendar : calendar.name(name);
}

/**
 * Adds a meeting to a calendar under the id used by every mail about it (by the client's `meeting-calendar-file.ts`
 * too), or under an id with `kind`, whose SEQUENCE is counted separately: calendars ignore an event with a lower
 * SEQUENCE under the same id.
 */
export function addEvent(
  calendar: ICalCalendar,
  { meeting, agenda, description }: Pick<MeetingFacts, 'agenda' | 'description'> & { meeting: EventMeeting },
  { sequence, stamp, more, kind = '' }: { sequence: number; stamp: Date; more?: string | undefined; kind?: string },
) {
  const questions = agenda.map((title, index) => `${index + 1}. ${title}`).join('\n');
  const fullText = [questions && `Повестка:\n${questions}`, description, meeting.link, more]
    .filter(Boolean)
    .join('\n\n');
  return calendar.createEvent({
    id: `${kind}${meeting.id}@protokol`,
    sequence,
    stamp,
    start: meeting.startAt,
    end: meeting.endAt,
    summary: titleWords(meeting.title, 1_000),
    ...(fullText && { description: fullText }),
    ...(meeting.place?.trim() && { location: meeting.place.trim() }),
    ...(meeting.link && { url: meeting.link }),
  });
}
