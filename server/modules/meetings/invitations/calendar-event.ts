import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { MeetingAnswer } from '#contract/meetings/invitation.ts';
import type { StoredCalendar } from '#server/platform/db/index.ts';
import type { MeetingFacts } from './meeting-facts.ts';
import { isOff } from './meeting-mails.ts';
import { titleWords } from './meeting-words.ts';
import type { Message, Wording } from './message.ts';

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

/** Maximum length of an event's description in a file of many, which would otherwise repeat a long agenda in each. */
const longestOfMany = 1_000;

/**
 * Returns the iCalendar file of a mail about several meetings: a published one without attendees, since a REQUEST has
 * one event only. Each event has the id and the SEQUENCE of a mail about it alone, so that a later one replaces it.
 */
export function seriesCalendarOf(
  messages: readonly Message[],
  { stamp, link }: Pick<Wording, 'stamp' | 'link'>,
): StoredCalendar {
  const calendar = emptyCalendar();
  calendar.method(ICalCalendarMethod.PUBLISH);
  for (const { kind, facts, sequence, reader } of messages) {
    const more = isOff(kind) ? undefined : `Ответить на приглашение: ${link(reader.id)}`;
    const event = addEvent(calendar, facts, { sequence, stamp, more, longest: longestOfMany });
    event.status(isOff(kind) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED);
    event.organizer({ name: facts.organizer.name, email: facts.organizer.email });
  }
  return { method: 'PUBLISH', content: calendar.toString() };
}

export function emptyCalendar(name?: string): ICalCalendar {
  const calendar = ical({ prodId: { company: 'Протокол', product: 'Встречи', language: 'RU' } });
  return name === undefined ? calendar : calendar.name(name);
}

type EventMore = {
  sequence: number;
  stamp: Date;
  /** Added to the description. */
  more?: string | undefined;
  kind?: string;
  /** Maximum length of the agenda and the description. */
  longest?: number;
};

/**
 * Adds a meeting to a calendar under the id used by every mail about it (by the client's `meeting-calendar-file.ts`
 * too), or under an id with `kind`, whose SEQUENCE is counted separately: calendars ignore an event with a lower
 * SEQUENCE under the same id.
 */
export function addEvent(
  calendar: ICalCalendar,
  { meeting, agenda, description }: Pick<MeetingFacts, 'agenda' | 'description'> & { meeting: EventMeeting },
  { sequence, stamp, more, kind = '', longest = Infinity }: EventMore,
) {
  const questions = agenda.map((title, index) => `${index + 1}. ${title}`).join('\n');
  const content = [questions && `Повестка:\n${questions}`, description].filter(Boolean).join('\n\n');
  const shown =
    content.length > longest ? `${[...content.slice(0, 2 * longest)].slice(0, longest).join('')}…` : content;
  const fullText = [shown, meeting.link, more].filter(Boolean).join('\n\n');
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
