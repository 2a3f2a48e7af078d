import type { PostedMail } from '#server/platform/mail/index.ts';
import { calendarOf, seriesCalendarOf } from './calendar-event.ts';
import { attachedTo, isOff, meetingMail } from './meeting-mails.ts';
import type { Message, Wording } from './message.ts';
import { seriesMail } from './series-mail.ts';

/** Returns the mail that tells a person all of these: of one meeting as its own round does, of several in one mail. */
export function letterMail(messages: readonly Message[], wording: Wording): PostedMail {
  const [first, second] = messages;
  if (!first) throw new Error('A mail that tells nothing');
  return second ? severalMail(messages, first, wording) : singleMail(first, wording);
}

function singleMail(
  { kind, facts, sequence, reader, before }: Message,
  { zone, stamp, link: linkOf }: Wording,
): PostedMail {
  const answer = isOff(kind) ? {} : { link: linkOf(reader.id) };
  const mail = meetingMail(facts, reader, { kind, zone, before, ...answer });
  const calendar = calendarOf(facts, isOff(kind) ? 'CANCEL' : 'REQUEST', reader, { sequence, stamp, ...answer });
  const attachments = isOff(kind) ? [] : attachedTo(facts.meeting.files);
  return { ...mail, replyTo: facts.organizer.email, calendar, attachments, until: facts.meeting.endAt };
}

function severalMail(messages: readonly Message[], { facts }: Message, wording: Wording): PostedMail {
  const until = new Date(Math.max(...messages.map((message) => message.facts.meeting.endAt.getTime())));
  const calendar = seriesCalendarOf(messages, wording);
  return { ...seriesMail(messages, wording), replyTo: facts.organizer.email, calendar, until };
}
