import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { emailKey } from '#contract/common.ts';
import type { MeetingGuest } from '#contract/meetings/invitation.ts';
import type { Db } from '#server/platform/db/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { meetingGuests, meetingInvitations, meetingRounds } from '#server/schema/invitations.ts';
import { meetingParticipants, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';
import { answerFor, timesOf } from './invitation-answer.ts';

// A single parameter, regardless of their number.
const isAmong = (column: PgColumn, ids: string[]) => sql`${column} = any(${sql.param(ids)}::text[])`;

/** Replaces the guests of a meeting. Those blocked since may stay, but not be added. */
export async function setGuests(db: Db, meetingId: string, guests: readonly MeetingGuest[]): Promise<void> {
  const before = await db.delete(meetingGuests).where(eq(meetingGuests.meetingId, meetingId)).returning();
  const had = new Set(before.map(({ email }) => email));
  await assertNoneBlocked(
    db,
    guests.map(({ email }) => emailKey(email)),
    had,
  );
  const rows = guests.map(({ id, name, email }, place) => ({ meetingId, id, name, email: emailKey(email), place }));
  if (rows.length > 0) await db.insert(meetingGuests).values(rows);
}

/**
 * Throws a 422 for the first new guest with the e-mail of a blocked account, which must not be written to in this way
 * either.
 */
async function assertNoneBlocked(db: Db, emails: string[], had: ReadonlySet<string>): Promise<void> {
  const added = emails.filter((email) => !had.has(email));
  const blocked = new Set(await blockedAmong(db, added));
  const place = emails.findIndex((email) => !had.has(email) && blocked.has(email));
  if (place < 0) return;
  const words = `Учётная запись с e-mail ${emails[place]} заблокирована: уберите этого гостя`;
  throw invalidField(`guests.${place}.email`, words);
}

/** Returns those of these e-mails, in lower case, that belong to blocked accounts. */
export async function blockedAmong(db: Db, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const isBlocked = and(isAmong(users.email, emails), eq(users.isBlocked, true));
  return (await db.select({ email: users.email }).from(users).where(isBlocked)).map(({ email }) => email);
}

/** Returns a guest of a meeting who, by e-mail, is also a participant or the organizer. */
export async function guestAmongUsers(db: Db, meetingId: string) {
  const taking = db
    .select({ id: meetingParticipants.userId })
    .from(meetingParticipants)
    .where(eq(meetingParticipants.meetingId, meetingId));
  const [found] = await db
    .select({
      place: meetingGuests.place,
      email: users.email,
      isOrganizer: sql<boolean>`${users.id} = ${meetings.ownerId}`,
    })
    .from(meetingGuests)
    .innerJoin(meetings, eq(meetings.id, meetingGuests.meetingId))
    .innerJoin(users, eq(users.email, meetingGuests.email))
    .where(and(eq(meetingGuests.meetingId, meetingId), or(eq(users.id, meetings.ownerId), inArray(users.id, taking))))
    .orderBy(asc(meetingGuests.place))
    .limit(1);
  return found;
}

/** Returns the e-mails of these users, who cannot be guests. */
export async function emailsOf(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return rows.map(({ email }) => email);
}

/** Returns the guests of these meetings in the order of their lists. */
export async function guestsOf(db: Db, meetingIds: string[]) {
  const { meetingId, id, name, email, place } = meetingGuests;
  const rows = await db
    .select({ meetingId, id, name, email })
    .from(meetingGuests)
    .where(isAmong(meetingId, meetingIds))
    .orderBy(asc(meetingId), asc(place));
  return Map.groupBy(rows, (guest) => guest.meetingId);
}

/**
 * Returns for each meeting how many people are invited, how many come at its present time, and how many gave no answer
 * since their mailbox refused the last mail, with the time of the last round.
 */
export async function invitationCountsOf(
  db: Db,
  asked: readonly Pick<typeof meetings.$inferSelect, 'id' | 'startAt' | 'endAt'>[],
) {
  const timesById = new Map(asked.map((meeting) => [meeting.id, timesOf(meeting)]));
  const { meetingId, answer, answeredTimes, previousAnswer, mailId, revokedAt } = meetingInvitations;
  const rounds = await db
    .selectDistinctOn([meetingRounds.meetingId], { id: meetingRounds.meetingId, sentAt: meetingRounds.createdAt })
    .from(meetingRounds)
    .where(isAmong(meetingRounds.meetingId, [...timesById.keys()]))
    .orderBy(asc(meetingRounds.meetingId), desc(meetingRounds.sequence));
  const ids = rounds.map(({ id }) => id);
  const people =
    ids.length === 0
      ? []
      : await db
          .select({ id: meetingId, answer, answeredTimes, previousAnswer, mailState: mails.state })
          .from(meetingInvitations)
          .leftJoin(mails, eq(mails.id, mailId))
          .where(and(isAmong(meetingId, ids), isNull(revokedAt)));
  const byMeeting = Map.groupBy(people, ({ id }) => id);
  return new Map(
    rounds.map(({ id, sentAt }) => {
      const invited = byMeeting.get(id) ?? [];
      const answers = invited.map((person) => answerFor(person, timesById.get(id) ?? '').answer);
      const coming = answers.filter((each) => each === 'yes' || each === 'deputy').length;
      const refused = invited.filter(({ mailState }, place) => mailState === 'failed' && !answers[place]).length;
      return [id, { invited: invited.length, coming, refused, sentAt }];
    }),
  );
}
