import type { Meeting } from '#contract/meetings/meeting.ts';
import { meetingTitle, openableLink } from '#src/data/meeting/index.ts';
import { readDate } from '#src/format/index.ts';

/** Part of the event's UID, so that opening the file again changes the event instead of adding another. */
const domain = 'protokol';

/**
 * Returns a meeting as a calendar file (iCalendar, RFC 5545) for Outlook, Google Calendar and the like; undefined where
 * it has no date.
 * @param participants names, as far as they are known
 * @param madeAt when the file is made
 */
export async function meetingCalendarFile(
  meeting: Meeting,
  participants: readonly string[],
  madeAt: Date,
): Promise<string | undefined> {
  const start = readDate(meeting.start_at);
  const end = readDate(meeting.end_at);
  if (!start) return undefined;
  const { default: ical } = await import('ical-generator');
  const link = openableLink(meeting.link);
  const description = [
    meeting.description?.trim(),
    participants.length > 0 && `Участники: ${participants.join(', ')}`,
    meeting.link?.trim(),
  ].filter(Boolean);
  const calendar = ical({ prodId: { company: 'Протокол', product: 'Встречи', language: 'RU' } });
  calendar.createEvent({
    id: `${meeting.id}@${domain}`,
    stamp: madeAt,
    start,
    ...(end && end > start && { end }),
    summary: meetingTitle(meeting),
    ...(description.length > 0 && { description: description.join('\n\n') }),
    ...(meeting.place?.trim() && { location: meeting.place.trim() }),
    ...(link && { url: link }),
  });
  return calendar.toString();
}
