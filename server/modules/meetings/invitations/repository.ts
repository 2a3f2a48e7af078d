import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { MeetingAnswer } from '#contract/meetings/invitation.ts';
import type { Db } from '#server/platform/db/index.ts';
import { isUnderWay } from '#server/platform/mail/index.ts';
import { meetingGuests, meetingInvitations, meetingRounds } from '#server/schema/invitations.ts';
import { meetingParticipants, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { mails } from '#server/schema/service.ts';

export type InvitationRow = typeof meetingInvitations.$inferSelect;
export type Invitation = InvitationRow & {
  mailState: string | null;
  mailError: string | null;
  /** True while the last mail is being sent: whether it arrives is unknown. */
  isMailUnderWay: boolean;
  /** True if the account is blocked: that of the user, or one with the e-mail of the guest. */
  isBlocked: boolean;
  /** True for a user who has set a password. */
  hasPassword: boolean;
  /** True if no mail was sent before the last one. */
  isFirstMail: boolean;
  /** True for a waiting mail that is sent in any case, since the next mails to this person do not tell all it does. */
  isMailKept: boolean;
  /** Digest and times of the meeting that the last mail told. */
  toldContent: string | null;
  toldTimes: string | null;
  /**
   * Times of the last round before it whose mail arrived, as far as is known, else of the round before it; null if there
   * was none. A first mail may have it of a round that told others.
   */
  earlierTimes: string | null;
};
/** A person on the list of a meeting: a user or a guest. */
export type ListedPerson = {
  userId: string | null;
  guestId: string | null;
  name: string;
  email: string;
  isBlocked: boolean;
  /** True for a user who has set a password. */
  hasPassword: boolean;
};

const hasPassword = sql<boolean>`${users.passwordHash} is not null`;

// A single parameter, regardless of their number.
const isAmong = (column: PgColumn, ids: readonly string[]) => sql`${column} = any(${sql.param([...ids])}::text[])`;

/**
 * Returns the lists of these meetings: the participants by name, then the guests in the order of the list. A guest with
 * the e-mail of a blocked account counts as blocked.
 */
export async function listsOf(db: Db, meetingIds: readonly string[]): Promise<Map<string, ListedPerson[]>> {
  const participants = await db
    .select({
      ...{ meetingId: meetingParticipants.meetingId, userId: users.id, name: users.name, email: users.email },
      ...{ isBlocked: users.isBlocked, hasPassword },
    })
    .from(meetingParticipants)
    .innerJoin(users, eq(users.id, meetingParticipants.userId))
    .where(isAmong(meetingParticipants.meetingId, meetingIds))
    .orderBy(asc(users.searchKey), asc(users.id));
  const guests = await db
    .select({
      ...{
        meetingId: meetingGuests.meetingId,
        guestId: meetingGuests.id,
        name: meetingGuests.name,
        email: meetingGuests.email,
      },
      isBlocked: sql<boolean>`coalesce(${users.isBlocked}, false)`,
    })
    .from(meetingGuests)
    .leftJoin(users, eq(users.email, meetingGuests.email))
    .where(isAmong(meetingGuests.meetingId, meetingIds))
    .orderBy(asc(meetingGuests.place));
  return grouped([
    ...participants.map((person) => ({ ...person, guestId: null })),
    ...guests.map((guest) => ({ ...guest, userId: null, hasPassword: false })),
  ]);
}

function grouped<Row extends { meetingId: string }>(rows: readonly Row[]): Map<string, Omit<Row, 'meetingId'>[]> {
  const byMeeting = Map.groupBy(rows, ({ meetingId }) => meetingId);
  return new Map([...byMeeting].map(([id, each]) => [id, each.map(({ meetingId: _meetingId, ...rest }) => rest)]));
}

/** Returns the list of one meeting. */
export async function listedPeople(db: Db, meetingId: string): Promise<ListedPerson[]> {
  return (await listsOf(db, [meetingId])).get(meetingId) ?? [];
}

/** Returns the owners of meetings by id. */
export async function organizersOf(db: Db, ownerIds: readonly string[]) {
  const { id, name, email } = users;
  const rows = await db.select({ id, name, email }).from(users).where(isAmong(id, ownerIds));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the titles of the questions of these protocols. */
export async function agendaTitlesOf(db: Db, protocolIds: readonly string[]): Promise<Map<string, string[]>> {
  if (protocolIds.length === 0) return new Map();
  const { id, agenda } = protocols;
  const rows = await db.select({ id, agenda }).from(protocols).where(isAmong(id, protocolIds));
  return new Map(rows.map((row) => [row.id, (row.agenda ?? []).flatMap(({ title }) => title?.trim() || [])]));
}

/** Returns the invitations in force to these meetings, each with its last mail. */
export async function openInvitations(db: Db, meetingIds: readonly string[]): Promise<Invitation[]> {
  const mail = { state: mails.state, error: mails.error, attempts: mails.attempts };
  const { createdAt, content, times } = meetingRounds;
  // The round of an earlier release, perhaps of a server of it beside this one, has left the number of the one before.
  const saysHeard = sql<boolean>`${meetingRounds.told} is not null`;
  const round = { createdAt, content, times, saysHeard };
  const ofRound = and(
    eq(meetingRounds.meetingId, meetingInvitations.meetingId),
    eq(meetingRounds.sequence, meetingInvitations.sequence),
  );
  const earlier = alias(meetingRounds, 'earlier');
  const ofEarlier = and(
    eq(earlier.meetingId, meetingInvitations.meetingId),
    eq(
      earlier.sequence,
      sql`coalesce(case when ${saysHeard} then ${meetingInvitations.heardSequence} end, ${meetingInvitations.sequence} - 1)`,
    ),
  );
  // Each joined by itself: a join by one or the other compares every invitation with every account.
  const account = alias(users, 'account');
  const ofGuest = and(isNull(meetingInvitations.userId), eq(account.email, meetingInvitations.email));
  const rows = await db
    .select({
      ...{ row: meetingInvitations, mail, round, hasPassword },
      isBlocked: sql<boolean>`coalesce(${users.isBlocked}, ${account.isBlocked}, false)`,
      earlierTimes: earlier.times,
    })
    .from(meetingInvitations)
    .leftJoin(mails, eq(mails.id, meetingInvitations.mailId))
    .leftJoin(users, eq(users.id, meetingInvitations.userId))
    .leftJoin(account, ofGuest)
    .leftJoin(meetingRounds, ofRound)
    .leftJoin(earlier, ofEarlier)
    .where(and(isAmong(meetingInvitations.meetingId, meetingIds), isNull(meetingInvitations.revokedAt)))
    .orderBy(asc(meetingInvitations.id));
  return rows.map(({ row, mail: last, round: told, isBlocked, hasPassword: has, earlierTimes }) => ({
    ...row,
    heardSequence: told?.saysHeard ? row.heardSequence : null,
    mailState: last?.state ?? null,
    mailError: last?.error ?? null,
    isMailUnderWay: last !== null && isUnderWay(last),
    isBlocked,
    hasPassword: has,
    toldContent: told?.content ?? null,
    toldTimes: told?.times ?? null,
    earlierTimes,
    isMailKept: false,
    isFirstMail: told?.createdAt.getTime() === row.createdAt.getTime(),
  }));
}

export async function changeInvitation(
  db: Db,
  id: string,
  set: Partial<Omit<InvitationRow, 'id' | 'meetingId'>>,
): Promise<void> {
  await db.update(meetingInvitations).set(set).where(eq(meetingInvitations.id, id));
}

/** Returns an invitation by the digest of its token, even if it has expired or its account is blocked. */
export async function findByToken(db: Db, tokenHash: string) {
  const [found] = await db
    .select({ row: meetingInvitations, isBlocked: users.isBlocked })
    .from(meetingInvitations)
    .leftJoin(users, eq(users.id, meetingInvitations.userId))
    .where(eq(meetingInvitations.tokenHash, tokenHash));
  return found && { invitation: found.row, isBlocked: found.isBlocked ?? false };
}

/** Returns a user's invitations in force to these meetings, by meeting. */
export async function findInvitationsOf(
  db: Db,
  userId: string,
  meetingIds: readonly string[],
): Promise<Map<string, InvitationRow>> {
  const rows = await db
    .select()
    .from(meetingInvitations)
    .where(
      and(
        inArray(meetingInvitations.meetingId, [...meetingIds]),
        eq(meetingInvitations.userId, userId),
        isNull(meetingInvitations.revokedAt),
      ),
    );
  return new Map(rows.map((row) => [row.meetingId, row]));
}

/** Returns the meetings of the invitations in force whose last mail this is, by start, with the person invited. */
export async function findMeetingsOfMail(db: Db, mailId: string) {
  const { meetingId, name, email, revokedAt } = meetingInvitations;
  const { ownerId, title, startAt } = meetings;
  return db
    .select({ meetingId, name, email, ownerId, title, startAt })
    .from(meetingInvitations)
    .innerJoin(meetings, eq(meetings.id, meetingId))
    .where(and(eq(meetingInvitations.mailId, mailId), isNull(revokedAt)))
    .orderBy(asc(startAt), asc(meetingId));
}

export type GivenAnswer = { answer: MeetingAnswer; deputy: string | null; note: string | null };

/** @param times the times of the meeting to which the answer applies */
export async function keepAnswer(
  db: Db,
  id: string,
  given: GivenAnswer,
  { now, times }: { now: Date; times: string },
): Promise<void> {
  await changeInvitation(db, id, { ...given, answeredAt: now, answeredTimes: times, previousAnswer: null });
}
