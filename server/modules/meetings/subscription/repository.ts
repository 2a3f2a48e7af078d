import { and, eq, gt, inArray, lt, or } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { calendarSubscriptions } from '#server/schema/invitations.ts';
import { meetingParticipants, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';

export type Subscription = typeof calendarSubscriptions.$inferSelect;

export async function findSubscription(db: Db, userId: string): Promise<Subscription | undefined> {
  const [row] = await db.select().from(calendarSubscriptions).where(eq(calendarSubscriptions.userId, userId));
  return row;
}

/** Puts a new address in the place of the one that there is. */
export async function setSubscription(db: Db, row: Subscription): Promise<void> {
  const { userId: _owner, ...set } = row;
  await db.insert(calendarSubscriptions).values(row).onConflictDoUpdate({ target: calendarSubscriptions.userId, set });
}

export async function deleteSubscription(db: Db, userId: string): Promise<void> {
  await db.delete(calendarSubscriptions).where(eq(calendarSubscriptions.userId, userId));
}

/** Whose address this is; nobody's while the account is blocked. */
export async function findSubscriber(db: Db, tokenHash: string) {
  const [row] = await db
    .select({ userId: users.id, tokenHash: calendarSubscriptions.tokenHash })
    .from(calendarSubscriptions)
    .innerJoin(users, eq(users.id, calendarSubscriptions.userId))
    .where(and(eq(calendarSubscriptions.tokenHash, tokenHash), eq(users.isBlocked, false)));
  return row;
}

/** The meetings that a person keeps as a secretary or takes part in, and that begin within a span. */
export async function meetingIdsOf(db: Db, userId: string, { from, to }: { from: Date; to: Date }): Promise<string[]> {
  const attended = db
    .select({ id: meetingParticipants.meetingId })
    .from(meetingParticipants)
    .where(eq(meetingParticipants.userId, userId));
  const keeper = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, 'secretary')));
  const rows = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(
        or(inArray(meetings.ownerId, keeper), inArray(meetings.id, attended)),
        gt(meetings.startAt, from),
        lt(meetings.startAt, to),
      ),
    );
  return rows.map(({ id }) => id);
}
