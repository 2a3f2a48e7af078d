import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MeetingAnswer } from '#contract/invitation.ts';
import type { Db } from '#server/platform/db/index.ts';
import { isUnderWay } from '#server/platform/mail/index.ts';
import { meetingGuests, meetingInvitations, meetingRounds } from '#server/schema/invitations.ts';
import { meetingParticipants } from '#server/schema/meetings.ts';
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
  /** Times told by the round before the last mail; null if there was none. */
  earlierTimes: string | null;
};
export type Round = typeof meetingRounds.$inferSelect;

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

/**
 * Returns the participants by name, then the guests in the order of the list. A guest with the e-mail of a blocked
 * account counts as blocked.
 */
export async function listedPeople(db: Db, meetingId: string): Promise<ListedPerson[]> {
  const participants = await db
    .select({ userId: users.id, name: users.name, email: users.email, isBlocked: users.isBlocked, hasPassword })
    .from(meetingParticipants)
    .innerJoin(users, eq(users.id, meetingParticipants.userId))
    .where(eq(meetingParticipants.meetingId, meetingId))
    .orderBy(asc(users.searchKey), asc(users.id));
  const guests = await db
    .select({
      ...{ guestId: meetingGuests.id, name: meetingGuests.name, email: meetingGuests.email },
      isBlocked: sql<boolean>`coalesce(${users.isBlocked}, false)`,
    })
    .from(meetingGuests)
    .leftJoin(users, eq(users.email, meetingGuests.email))
    .where(eq(meetingGuests.meetingId, meetingId))
    .orderBy(asc(meetingGuests.place));
  return [
    ...participants.map((person) => ({ ...person, guestId: null })),
    ...guests.map((guest) => ({ ...guest, userId: null, hasPassword: false })),
  ];
}

export async function findOrganizer(db: Db, ownerId: string) {
  const { id, name, email } = users;
  const [row] = await db.select({ id, name, email }).from(users).where(eq(id, ownerId));
  return row;
}

/** Returns the titles of a protocol's questions. */
export async function agendaTitles(db: Db, protocolId: string): Promise<string[]> {
  const [row] = await db.select({ agenda: protocols.agenda }).from(protocols).where(eq(protocols.id, protocolId));
  return (row?.agenda ?? []).flatMap(({ title }) => title?.trim() || []);
}

/** Locks the mails that are not sent yet, so that none is sent before it is decided what happens to it. */
export async function lockWaitingMails(db: Db, meetingId: string): Promise<void> {
  const isOpen = and(eq(meetingInvitations.meetingId, meetingId), isNull(meetingInvitations.revokedAt));
  const last = db.select({ id: meetingInvitations.mailId }).from(meetingInvitations).where(isOpen);
  const waiting = and(inArray(mails.id, last), eq(mails.state, 'waiting'));
  await db.select({ id: mails.id }).from(mails).where(waiting).orderBy(asc(mails.id)).for('no key update');
}

/** Returns the invitations in force, each with its last mail. */
export async function openInvitations(db: Db, meetingId: string): Promise<Invitation[]> {
  const mail = { state: mails.state, error: mails.error, attempts: mails.attempts };
  const { createdAt: roundAt } = meetingRounds;
  const ofRound = and(
    eq(meetingRounds.meetingId, meetingInvitations.meetingId),
    eq(meetingRounds.sequence, meetingInvitations.sequence),
  );
  const earlier = alias(meetingRounds, 'earlier');
  const ofEarlier = and(
    eq(earlier.meetingId, meetingInvitations.meetingId),
    eq(earlier.sequence, sql`${meetingInvitations.sequence} - 1`),
  );
  const ofGuest = and(isNull(meetingInvitations.userId), eq(users.email, meetingInvitations.email));
  const rows = await db
    .select({
      ...{ row: meetingInvitations, mail, isBlocked: users.isBlocked, hasPassword, roundAt },
      earlierTimes: earlier.times,
    })
    .from(meetingInvitations)
    .leftJoin(mails, eq(mails.id, meetingInvitations.mailId))
    .leftJoin(users, or(eq(users.id, meetingInvitations.userId), ofGuest))
    .leftJoin(meetingRounds, ofRound)
    .leftJoin(earlier, ofEarlier)
    .where(and(eq(meetingInvitations.meetingId, meetingId), isNull(meetingInvitations.revokedAt)))
    .orderBy(asc(meetingInvitations.id));
  return rows.map(({ row, mail: last, roundAt: firstAt, isBlocked, hasPassword: has, earlierTimes }) => ({
    ...row,
    mailState: last?.state ?? null,
    mailError: last?.error ?? null,
    isMailUnderWay: last !== null && isUnderWay(last),
    isBlocked: isBlocked ?? false,
    hasPassword: row.userId !== null && has,
    earlierTimes,
    isFirstMail: firstAt?.getTime() === row.createdAt.getTime(),
  }));
}

export async function findRound(db: Db, id: string): Promise<Round | undefined> {
  const [round] = await db.select().from(meetingRounds).where(eq(meetingRounds.id, id));
  return round;
}

export async function lastRound(db: Db, meetingId: string): Promise<Round | undefined> {
  const [round] = await db
    .select()
    .from(meetingRounds)
    .where(eq(meetingRounds.meetingId, meetingId))
    .orderBy(desc(meetingRounds.sequence))
    .limit(1);
  return round;
}

export async function insertRound(db: Db, round: Round): Promise<void> {
  await db.insert(meetingRounds).values(round);
}

export async function insertInvitation(db: Db, row: typeof meetingInvitations.$inferInsert): Promise<void> {
  await db.insert(meetingInvitations).values(row);
}

export async function changeInvitation(
  db: Db,
  id: string,
  set: Partial<Omit<InvitationRow, 'id' | 'meetingId'>>,
): Promise<void> {
  await db.update(meetingInvitations).set(set).where(eq(meetingInvitations.id, id));
}

/** Resets answers given to other times, after the meeting was moved to these. */
export async function askAgain(db: Db, answered: readonly Invitation[], times: string): Promise<void> {
  for (const { id, answer, answeredTimes } of answered) {
    if (answer && answeredTimes !== times) await changeInvitation(db, id, { answer: null, previousAnswer: answer });
  }
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
