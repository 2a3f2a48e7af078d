import { and, asc, eq, getTableColumns, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { meetingInvitations } from '#server/schema/invitations.ts';
import { meetings } from '#server/schema/meetings.ts';
import { answerFor, timesOf } from '../shared/invitation-answer.ts';
import { isListed } from './plan-round.ts';
import { type GivenAnswer, type InvitationRow, listsOf } from './repository.ts';

/** Another invitation of the same person, with the meeting that it is to. */
export type OtherInvitation = InvitationRow & {
  startAt: Date;
  endAt: Date;
  times: string;
  /** The day that the rule of the series gives it, YYYY-MM-DD. */
  occurrence: string | null;
};

/**
 * Returns the other invitations in force to meetings of the same series that have not begun, by start. They were sent
 * to the same person and mailbox: whoever holds this link could open theirs, too.
 */
export async function otherInvitations(
  db: Db,
  { id, userId, email }: Pick<InvitationRow, 'id' | 'userId' | 'email'>,
  seriesId: string | null,
  now: Date,
): Promise<OtherInvitation[]> {
  if (seriesId === null) return [];
  const { startAt, endAt, occurrence } = meetings;
  const isSamePerson = sql`${meetingInvitations.userId} is not distinct from ${userId}`;
  const isOther = and(ne(meetingInvitations.id, id), isSamePerson, eq(meetingInvitations.email, email));
  const rows = await db
    .select({ ...getTableColumns(meetingInvitations), startAt, endAt, occurrence })
    .from(meetingInvitations)
    .innerJoin(meetings, eq(meetings.id, meetingInvitations.meetingId))
    .where(and(eq(meetings.seriesId, seriesId), gt(startAt, now), isOther, isNull(meetingInvitations.revokedAt)))
    .orderBy(asc(startAt), asc(meetingInvitations.id));
  const lists = await listsOf(
    db,
    rows.map(({ meetingId }) => meetingId),
  );
  return rows
    .filter((row) => isListed(row, lists.get(row.meetingId) ?? []))
    .map((row) => ({ ...answerFor(row, timesOf(row)), times: timesOf(row) }));
}

/** Gives these invitations the same answer. A note stays with the same answer to the same times, and goes otherwise. */
export async function answerOthers(
  db: Db,
  others: readonly OtherInvitation[],
  { answer, deputy }: Pick<GivenAnswer, 'answer' | 'deputy'>,
  now: Date,
): Promise<void> {
  const list = JSON.stringify(others.map(({ id, times }) => ({ id, times })));
  await db.execute(sql`update meeting_invitations as kept
    set note = case when answer = ${answer} and answered_times = other.times then note end,
      answer = ${answer}, deputy = ${deputy}, answered_at = ${now.toISOString()}::timestamptz,
      answered_times = other.times, previous_answer = null
    from jsonb_to_recordset(${list}::jsonb) as other (id text, times text)
    where kept.id = other.id and kept.revoked_at is null`);
}
