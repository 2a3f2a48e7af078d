import type { Db } from '#server/platform/db/index.ts';
import {
  factsOf,
  type InvitationRow,
  type MeetingFacts,
  type OtherInvitation,
  seriesCalendarOf,
} from '../invitations/index.ts';

type Invitations = { invitation: InvitationRow; facts: MeetingFacts; others: readonly OtherInvitation[] };

/**
 * Returns the calendar file of an invitation and of the others of its series, as they are now. The events have the ids of
 * those in the mails, so that they replace each other.
 */
export async function calendarText(
  db: Db,
  { invitation, facts, others }: Invitations,
  wording: { stamp: Date; link: (invitationId: string) => string },
): Promise<string> {
  const invited = new Map(others.map((other) => [other.meetingId, other]));
  const more = others.length > 0 ? await factsOf(db, [...invited.keys()]) : [];
  const messages = [facts, ...more].map((each) => {
    const reader = invited.get(each.meeting.id) ?? invitation;
    return { kind: 'invitation' as const, facts: each, sequence: reader.sequence, reader };
  });
  messages.sort((one, other) => one.facts.meeting.startAt.getTime() - other.facts.meeting.startAt.getTime());
  return seriesCalendarOf(messages, wording).content;
}
