import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { calendarSubscriptions, meetingInvitations, meetingRounds } from '#server/schema/invitations.ts';
import { meetingParticipants, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';

export type Subscription = typeof calendarSubscriptions.$inferSelect;

export async function findSubscription(db: Db, userId: string): Promise<Subscription | undefined> {
  const [row] = await db.select().from(calendarSubscriptions).where(eq(calendarSubscriptions.userId, userId));
  return row;
}

/** Sets the address of a person's subscription, replacing the previous one. */
export async function setSubscription(db: Db, row: Subscription): Promise<void> {
  const { userId: _owner, ...set } = row;
  await db.insert(calendarSubscriptions).values(row).onConflictDoUpdate({ target: calendarSubscriptions.userId, set });
}

export async function deleteSubscription(db: Db, userId: string): Promise<void> {
  await db.delete(calendarSubscriptions).where(eq(calendarSubscriptions.userId, userId));
}

/** Returns the person to whom an address belongs; none while the account is blocked. */
export async function findSubscriber(db: Db, tokenHash: string) {
  const [row] = await db
    .select({ userId: users.id, tokenHash: calendarSubscriptions.tokenHash })
    .from(calendarSubscriptions)
    .innerJoin(users, eq(users.id, calendarSubscriptions.userId))
    .where(and(eq(calendarSubscriptions.tokenHash, tokenHash), eq(users.isBlocked, false)));
  return row;
}

/** Maximum number of meetings in a calendar; the first ones of the period are taken. */
const maxMeetings = 5_000;

export type MeetingVersion = Awaited<ReturnType<typeof meetingVersionsOf>>[number];

/**
 * Returns the meetings that begin within a period and that a person owns as a secretary or takes part in, by start: the
 * id of each, values that change with every change of it, and how the person stands to it: whether people were invited
 * or it is their own, and the answer to the times that it has.
 */
export async function meetingVersionsOf(db: Db, userId: string, { from, to }: { from: Date; to: Date }) {
  const attended = db
    .select({ id: meetingParticipants.meetingId })
    .from(meetingParticipants)
    .where(eq(meetingParticipants.userId, userId));
  const keeper = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, 'secretary')));
  const ofPerson = and(
    eq(meetingInvitations.meetingId, meetings.id),
    eq(meetingInvitations.userId, userId),
    isNull(meetingInvitations.revokedAt),
  );
  const { answer, answeredTimes, previousAnswer, answeredAt } = meetingInvitations;
  const wasSent = sql`exists (select from ${meetingRounds} where ${meetingRounds.meetingId} = ${meetings.id})`;
  const rows = await db
    .select({
      ...{ id: meetings.id, version: meetings.version, updatedAt: meetings.updatedAt },
      ...{ answer, answeredTimes, previousAnswer, answeredAt },
      isCertain: sql<boolean>`${meetings.ownerId} = ${userId} or ${wasSent}`,
    })
    .from(meetings)
    .leftJoin(meetingInvitations, ofPerson)
    .where(
      and(
        or(inArray(meetings.ownerId, keeper), inArray(meetings.id, attended)),
        gt(meetings.startAt, from),
        lt(meetings.startAt, to),
      ),
    )
    .orderBy(asc(meetings.startAt), asc(meetings.id))
    .limit(maxMeetings);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Returns what a calendar shows of these meetings, by start. */
export function readMeetings(db: Db, ids: readonly string[]) {
  const { id, title, description, place, link, startAt, endAt, version, updatedAt } = meetings;
  return db
    .select({ id, title, description, place, link, startAt, endAt, version, updatedAt })
    .from(meetings)
    .where(sql`${id} = any(${sql.param([...ids])}::text[])`)
    .orderBy(asc(startAt), asc(id));
}
